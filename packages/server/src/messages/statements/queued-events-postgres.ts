import type { Call, Postgres } from '../../db/statement.ts';
import { appendAll, type NewEvent } from '../../events/statements/append-events.ts';
import type { AcceptInput, AcceptOutput } from './accepted-message.ts';
import { type ContextRow, contextRowSql } from './message-step.ts';

interface Written {
  found: readonly { isAwaited?: boolean }[];
  outputs: AcceptOutput[];
  written: ReadonlySet<number>;
}

/** Writes the events of the accepted messages for their subscribers. */
export async function writeQueuedEvents(
  db: Postgres,
  calls: readonly Call<AcceptInput>[],
  all: Written,
): Promise<void> {
  const { found, outputs, written } = all;
  const awaited = calls.flatMap((call, place) => {
    const output = outputs[place];
    return output?.kind === 'accepted' && found[place]?.isAwaited && written.has(place)
      ? [{ place, call, output }]
      : [];
  });
  const contexts = await db.rows<ContextRow & { place: number }>(
    'accept-message-contexts',
    contextsSql,
    [
      awaited.map(({ place }) => place),
      awaited.map(({ call }) => call.tenantId),
      awaited.map(({ output }) => output.accepted.row.conversation_id),
    ],
  );
  const contextOf = new Map(contexts.map((context) => [context.place, context]));
  const events: NewEvent[] = [];
  for (const { place, call, output } of awaited) {
    const context = contextOf.get(place);
    if (!context) throw new Error('the conversation of a message that was written is not there');
    const event = call.input.queuedEvent(output.accepted, context);
    if (call.input.writesEvents) events.push({ ...event, tenantId: call.tenantId });
    else outputs[place] = { ...output, event };
  }
  if (events.length === 0) return;
  const deliveries = await appendAll(db, events);
  for (const { place, call, output } of awaited) {
    if (call.input.writesEvents) outputs[place] = { ...output, deliveries };
  }
}

const contextsSql = `
  select c.place, t.*
  from unnest($1::integer[], $2::text[], $3::text[]) as c (place, tenant_id, id)
  cross join lateral (
    ${contextRowSql}
    where v.tenant_id = c.tenant_id and v.id = c.id limit 1
  ) t`;
