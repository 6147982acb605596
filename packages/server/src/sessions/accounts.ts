import { idPrefixes } from '@parley/contract/schemas';
import { accountEmail, conflict } from '@parley/domain';
import type { TenantDb } from '../db/tenant-db.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { accountsTable, type StoredAccount } from './table.ts';

// Accounts belong to the installation: `db.installation` has their rows.

interface NewAccount {
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string;
}

export async function findAccount(
  db: TenantDb,
  by: { id: string } | { email: string },
): Promise<StoredAccount | undefined> {
  const match = 'email' in by ? { email: accountEmail(by.email) } : by;
  const row = await db.select(accountsTable).where(match).first();
  return row && accountsTable.toRecord(row);
}

/**
 * Creates an account, in the transaction of its first member. Throws SVC-CONFLICT when the email address has an
 * account.
 */
export function addAccount(
  { db, now, newId }: TenantContext,
  { email, ...given }: NewAccount,
): StoredAccount {
  const at = now().toISOString();
  const account: StoredAccount = {
    id: newId(idPrefixes.account),
    email: accountEmail(email),
    ...given,
    totpSealed: null,
    totp: false,
    totpStep: 0,
    lastTenantId: null,
    createdAt: at,
    updatedAt: at,
  };
  db.installation.insertNew(accountsTable, accountsTable.toRow(account), async () =>
    conflict('account', { field: 'email', existingId: null }),
  );
  return account;
}
