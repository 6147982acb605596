import { isDivisionByZero, RunAgainError } from '../../db/failures.ts';
import type { WriteStatement } from '../../db/statement.ts';

interface Awaited {
  readonly channelId: string;
  /** The provider's ID of a message. */
  readonly externalId: string;
}

/** Throws a RunAgainError when a report waits for a message, so that the transaction that stores it runs again. */
export const requireNoneWaiting: WriteStatement<Awaited, undefined> = {
  name: 'require-none-waiting',
  access: 'write',
  sqlite(db, { tenantId, input: { channelId, externalId } }) {
    const text =
      'select 1 from pending_reports where tenant_id = ? and channel_id = ? and external_id = ?';
    if (db.prepare(text).get(tenantId, channelId, externalId)) throw new RunAgainError();
    return undefined;
  },
  async postgres(db, calls) {
    const tenants = calls.map(({ tenantId }) => tenantId);
    const channels = calls.map(({ input }) => input.channelId);
    const messages = calls.map(({ input }) => input.externalId);
    try {
      await db.rows('require-none-waiting', sql, [tenants, channels, messages]);
    } catch (error) {
      throw isDivisionByZero(error) ? new RunAgainError() : error;
    }
    return calls.map(() => undefined);
  },
};

// The COMMIT may be sent before the result is known, so the query itself must fail.
const sql = `
  select 1 / (not exists (
    select from unnest($1::text[], $2::text[], $3::text[]) as asked (tenant_id, channel_id, external_id)
    join pending_reports r using (tenant_id, channel_id, external_id)))::integer`;
