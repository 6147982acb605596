import { perCall, type WriteStatement } from '../db/statement.ts';

/** The class of the advisory locks of the data of a tenant. Other advisory locks with two numbers have other classes. */
const tenantLockClass = 5;

/** Returns SQL for Postgres that locks a kind of record of a tenant. Triggers of migrations have the same text. */
export function lockKindSql({ kind, isShared = false }: Lock, tenant: string): string {
  const shared = isShared ? '_shared' : '';
  return `select pg_advisory_xact_lock${shared}(${keyOf(kind, tenant)})`;
}

/** Returns an SQL expression for Postgres that takes the shared lock. It is false, without a wait, if it is not free. */
export function tryLockKindSql(kind: Lock['kind'], tenant: string): string {
  return `pg_try_advisory_xact_lock_shared(${keyOf(kind, tenant)})`;
}

function keyOf(kind: Lock['kind'], tenant: string): string {
  return `${tenantLockClass}, hashtext('${kind} ' || ${tenant})`;
}

export interface Lock {
  /** The kind of record: each tenant has one lock for each kind. */
  readonly kind:
    | 'contact'
    | 'conversation'
    | 'customField'
    | 'identity'
    | 'knowledgeFaq'
    | 'limit'
    | 'message'
    | 'suppression'
    | 'tag';
  /** Whether other transactions may hold this lock at the same time, if their lock is shared, too. */
  readonly isShared?: boolean;
}

/**
 * Locks a kind of record of the tenant until the end of the transaction: other transactions that want this lock wait.
 * On SQLite it does nothing, because SQLite has one writer.
 */
export const lockKind: WriteStatement<Lock, void> = {
  name: 'lock-kind',
  access: 'write',
  sqlite() {},
  postgres: perCall(async (db, { tenantId, input }) => {
    const shared = input.isShared ? '-shared' : '';
    const text = lockKindSql(input, '$1::text');
    await db.rows(`lock-${input.kind}${shared}`, text, [tenantId]);
  }),
};
