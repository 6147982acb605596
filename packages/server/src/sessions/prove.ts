import { ServiceError } from '@parley/contract/schemas';
import type { TenantDb } from '../db/tenant-db.ts';
import type { SealedPlace, Sealer } from '../sealing.ts';
import { isPassword } from './passwords.ts';
import { accountsTable, type StoredAccount } from './table.ts';
import type { SignInThrottle } from './throttle.ts';
import { stepOf } from './totp.ts';

export interface Given {
  readonly password: string;
  readonly code?: string | undefined;
}

interface Proof {
  readonly installation: TenantDb;
  readonly secrets: Sealer;
  readonly throttle: SignInThrottle;
  readonly attempt: { readonly name: string; readonly ip: string | null };
  readonly nowMs: number;
}

/**
 * Checks the password of an account. Counts the attempt first; call `throttle.succeeded` after the last check. Throws
 * SVC-SIGN-IN-FAILED for a wrong password, and SVC-RATE-LIMITED after too many attempts.
 */
export async function checkPassword(
  account: StoredAccount | undefined,
  password: string,
  { throttle, attempt }: Pick<Proof, 'throttle' | 'attempt'>,
): Promise<StoredAccount> {
  await throttle.begin(attempt);
  const isRight = await isPassword(password, account?.passwordHash);
  if (!account || !isRight) throw failed('credentials');
  return account;
}

/**
 * Checks the password and the code of an account. Counts the attempt first, and resets the count after a success.
 * Throws SVC-SIGN-IN-FAILED when one is wrong, and SVC-RATE-LIMITED after too many attempts.
 */
export async function prove(
  found: StoredAccount | undefined,
  { password, code }: Given,
  { installation, secrets, throttle, attempt, nowMs }: Proof,
): Promise<StoredAccount> {
  const account = await checkPassword(found, password, { throttle, attempt });
  if (account.totp) await spendCode(account, code, { installation, secrets, nowMs });
  throttle.succeeded(attempt);
  return account;
}

/** Marks a code of the account as used. Throws SVC-SIGN-IN-FAILED when the code is missing, wrong or used. */
export async function spendCode(
  { id, totpSealed, totpStep }: StoredAccount,
  code: string | undefined,
  { installation, secrets, nowMs }: Pick<Proof, 'installation' | 'secrets' | 'nowMs'>,
): Promise<void> {
  if (code === undefined) throw failed('code_required');
  if (totpSealed === null) throw failed('code_wrong');
  const secret = secrets.open(totpSealed, totpPlace(id));
  const step = stepOf(code, { secret, after: totpStep, nowMs });
  if (step === undefined) throw failed('code_wrong');
  // Another request may have used the same code at the same time, or replaced or removed the app.
  const unused = { id, totp_sealed: totpSealed, totp_step: totpStep };
  const changed = await installation.update(accountsTable, unused, { totp_step: step });
  if (changed === 0) throw failed('code_wrong');
}

/** Returns the place to which the encrypted secret of an account is bound. */
export function totpPlace(accountId: string): SealedPlace {
  return { tenantId: '', recordId: accountId, field: 'totp' };
}

export function failed(reason: 'credentials' | 'code_required' | 'code_wrong'): ServiceError {
  return new ServiceError('SVC-SIGN-IN-FAILED', { reason });
}
