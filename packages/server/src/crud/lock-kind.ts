import type { WriteStatement } from '../db/statement.ts';

/** The class of the advisory locks of the data of a tenant. Other advisory locks with two numbers have other classes. */
export const tenantLockClass = 5;

interface Lock {
  /** The kind of record: each tenant has one lock for each kind. */
  readonly kind: 'contact' | 'conversation' | 'customField' | 'knowledgeFaq' | 'limit' | 'tag';
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
  postgres: (db, calls) =>
    Promise.all(
      calls.map(async ({ tenantId, input: { kind, isShared = false } }) => {
        const shared = isShared ? '_shared' : '';
        await db.rows(
          `lock-kind${shared}`,
          `select pg_advisory_xact_lock${shared}(${tenantLockClass}, hashtext($1))`,
          [`${kind} ${tenantId}`],
        );
      }),
    ),
};
