import type { Account, TotpSecret } from '@parley/contract/console';
import { ServiceError } from '@parley/contract/schemas';
import { violation } from '@parley/domain';
import type { TenantDb } from '../db/tenant-db.ts';
import type { Reseal } from '../reseal.ts';
import type { Sealer } from '../sealing.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { findAccount } from './accounts.ts';
import { failed, spendCode, totpPlace } from './prove.ts';
import { sessionOf } from './session-of.ts';
import { accountsTable, type StoredAccount } from './table.ts';
import { newTotpSecret } from './totp.ts';

// The authenticator app of the account of a session.

/**
 * Stores a new secret of an authenticator app. Sign-ins need its codes only after a code has confirmed it. Throws
 * SVC-RULE-VIOLATION while the account has another authenticator app.
 */
export async function beginTotp(
  ctx: TenantContext,
  proved: StoredAccount,
  secrets: Sealer,
): Promise<TotpSecret> {
  const { id, email } = await lockProved(ctx, proved);
  const made = newTotpSecret(email);
  const sealed = secrets.seal(made.secret, totpPlace(id));
  const started = { totp_sealed: sealed, totp_step: 0 };
  if ((await ctx.db.installation.update(accountsTable, { id, totp: 0 }, started)) === 0)
    throw violation('no_authenticator', 'totp');
  return made;
}

/** Makes sign-ins of the account need a code from now on. Throws SVC-SIGN-IN-FAILED for a wrong code. */
export async function confirmTotp(
  ctx: TenantContext,
  code: string,
  secrets: Sealer,
): Promise<Account> {
  const account = await accountOf(ctx);
  const { installation } = ctx.db;
  await spendCode(account, code, { installation, secrets, nowMs: ctx.now().getTime() });
  await installation.update(accountsTable, { id: account.id }, { totp: 1 });
  return { ...account, totp: true };
}

export async function removeTotp(ctx: TenantContext, proved: StoredAccount): Promise<Account> {
  const account = await lockProved(ctx, proved);
  await forgetTotp(ctx.db.installation, account.id);
  return { ...account, totp: false };
}

/** Removes the authenticator app of an account: sign-ins then need no code. */
export async function forgetTotp(installation: TenantDb, id: string): Promise<void> {
  await installation.update(accountsTable, { id }, { totp: 0, totp_sealed: null });
}

/** Encrypts the secrets of authenticator apps again with the present secret of the server. */
export async function resealAccounts(installation: TenantDb, reseal: Reseal): Promise<void> {
  const most = 500;
  for (let after = ''; ; ) {
    const rows = await installation
      .select(accountsTable)
      .where('id', '>', after)
      .orderBy('id')
      .limit(most);
    for (const { id, totp_sealed: sealed } of rows) {
      const anew = sealed === null ? null : reseal(sealed, totpPlace(id));
      if (anew === sealed) continue;
      await installation.update(accountsTable, { id, totp_sealed: sealed }, { totp_sealed: anew });
    }
    const last = rows.at(-1);
    if (!last || rows.length < most) return;
    after = last.id;
  }
}

/** Locks an account. Throws SVC-SIGN-IN-FAILED when its password was changed after the request has checked it. */
async function lockProved(
  { db }: TenantContext,
  { id, passwordHash }: StoredAccount,
): Promise<StoredAccount> {
  const proved = { id, password_hash: passwordHash };
  const row = await db.installation.select(accountsTable).where(proved).forUpdate().first();
  if (!row) throw failed('credentials');
  return accountsTable.toRecord(row);
}

async function accountOf(ctx: TenantContext): Promise<StoredAccount> {
  const { accountId } = sessionOf(ctx);
  const account = await findAccount(ctx.db.installation, { id: accountId });
  if (!account) throw new ServiceError('SVC-SIGN-IN-REQUIRED', { reason: 'ended' });
  return account;
}
