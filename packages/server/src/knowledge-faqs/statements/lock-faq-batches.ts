import type { WriteStatement } from '../../db/statement.ts';

/** Told apart from other advisory locks of two numbers. */
const lockClass = 5;

/**
 * Until the end of the transaction no other one of the tenant gets past this: two that change many
 * FAQs, each in its own order, would wait for each other. On SQLite there is one writer.
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
