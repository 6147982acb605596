import type { WriteStatement } from '../../db/statement.ts';

/** Distinct from other advisory locks with two numbers. */
const lockClass = 5;

/**
 * Until the end of the transaction no other batch of the tenant passes this: two batches that change the same FAQs in
 * different order would deadlock. SQLite has one writer.
 */
export const lockFaqBatches: WriteStatement<null, void> = {
  name: 'lock-faq-batches',
  access: 'write',
  sqlite() {},
  postgres: (db, calls) =>
    Promise.all(
      calls.map(async ({ tenantId }) => {
        await db.rows(
          'lock-faq-batches',
          `select pg_advisory_xact_lock(${lockClass}, hashtext($1))`,
          [tenantId],
        );
      }),
    ),
};
