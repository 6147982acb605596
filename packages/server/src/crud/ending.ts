import type { SqlWriter } from '../db/sql-writer.ts';
import type { Conditions } from '../db/tenant-query.ts';
import type { TenantContext } from '../tenancy/context.ts';

// SQL conditions for records that are revoked or expire. They match `endingStatus` of the domain.

type Status = 'active' | 'revoked' | 'expired';

/** Returns the condition of the filter by status. */
export function endingFilter(
  wanted: readonly Status[],
  sql: SqlWriter,
  ctx: TenantContext,
): string {
  const at = ctx.now().toISOString();
  return `(${wanted.map((status) => hasStatus(status, at, sql)).join(' or ')})`;
}

function hasStatus(status: Status, at: string, sql: SqlWriter): string {
  if (status === 'revoked') return 'revoked_at is not null';
  const open =
    status === 'expired'
      ? `expires_at <= ${sql.bind(at)}`
      : `(expires_at is null or expires_at > ${sql.bind(at)})`;
  return `(revoked_at is null and ${open})`;
}

/** Adds the condition that a record is neither revoked nor expired. */
export function whereActive<Row extends { revoked_at: string | null; expires_at: string | null }>(
  rows: Conditions<Row>,
  at: string,
): void {
  rows.whereNull('revoked_at');
  rows.where((open) => open.whereNull('expires_at').orWhere('expires_at', '>', at));
}
