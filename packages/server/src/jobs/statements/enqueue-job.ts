import { databaseMs, type WriteStatement } from '../../db/statement.ts';

export interface NewJob {
  name: string;
  payload: string;
  orderKey: string | null;
  /** The job lane; none when absent. */
  lane?: string;
  /** The priority; 0, the highest, when absent. */
  priority?: number;
  delayMs: number;
  createdAt: string;
}

/** The topics of the work that the statement adds. */
export const jobTopics = ['jobs'] as const;

export const enqueueJob: WriteStatement<NewJob, void> = {
  name: 'enqueue-job',
  access: 'write',
  wakes: () => jobTopics,
  atomic: true,
  sqlite(db, { tenantId, input }) {
    db.prepare(
      `insert into jobs (tenant_id, name, payload, status, order_key, lane, priority, attempts, due_at, created_at)
       values (?, ?, ?, 'ready', ?, ?, ?, 0, ?, ?)`,
    ).run(
      tenantId,
      input.name,
      input.payload,
      input.orderKey,
      input.lane ?? '',
      input.priority ?? 0,
      Date.now() + input.delayMs,
      input.createdAt,
    );
  },
  async postgres(db, calls) {
    await db.rows(
      'enqueue-job',
      `insert into jobs (tenant_id, name, payload, status, order_key, lane, priority, attempts, due_at, created_at)
       select tenant_id, name, payload, 'ready', order_key, lane, priority, 0,
         ${databaseMs} + delay_ms, created_at
       from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::integer[], $7::bigint[], $8::text[])
         as job (tenant_id, name, payload, order_key, lane, priority, delay_ms, created_at)`,
      [
        calls.map((call) => call.tenantId),
        calls.map((call) => call.input.name),
        calls.map((call) => call.input.payload),
        calls.map((call) => call.input.orderKey),
        calls.map((call) => call.input.lane ?? ''),
        calls.map((call) => call.input.priority ?? 0),
        calls.map((call) => Math.round(call.input.delayMs)),
        calls.map((call) => call.input.createdAt),
      ],
    );
    return calls.map(() => undefined);
  },
};
