import type { WriteStatement } from '../db/statement.ts';

/** The class of these advisory locks. It differs from the class of other advisory locks with two numbers. */
const lockClass = 5;

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
          `select pg_advisory_xact_lock${shared}(${lockClass}, hashtext($1))`,
          [`${kind} ${tenantId}`],
        );
      }),
    ),
};
