import type { WriteStatement } from '../db/statement.ts';

/** Distinct from other advisory locks with two numbers. */
const lockClass = 5;

interface Lock {
  /** The lock is one for the records of this kind in a tenant. */
  readonly kind: 'contact' | 'conversation' | 'customField' | 'knowledgeFaq' | 'tag';
  /** Waits only for transactions whose lock is not shared. */
  readonly isShared?: boolean;
}

/**
 * Until the end of the transaction, other transactions of the tenant wait that want the lock of this kind of record.
 * SQLite has one writer.
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
