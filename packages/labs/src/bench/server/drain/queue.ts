import { contextFor, type Database, type SystemDb, sendMessage } from '../../../server.ts';
import type { SeededTenant } from '../harness/seed.ts';

const atOnce = 200;

/** Accepts a message to every customer of every tenant, taking the channels in turn. Returns their number. */
export async function queueMessages(
  system: SystemDb,
  tenants: readonly SeededTenant[],
): Promise<number> {
  const most = Math.max(...tenants.map(({ addresses }) => addresses.length));
  const messages = Array.from({ length: most }, (_, place) =>
    tenants.flatMap(({ tenantId, channelId, addresses }) => {
      const to = addresses[place];
      return to === undefined ? [] : [{ tenantId, channelId, to }];
    }),
  ).flat();
  for (let place = 0; place < messages.length; place += atOnce) {
    await Promise.all(
      messages.slice(place, place + atOnce).map(({ tenantId, channelId, to }) =>
        sendMessage(contextFor(system, tenantId), {
          channelId,
          to,
          type: 'text',
          text: 'Hello.',
        }),
      ),
    );
  }
  return messages.length;
}

/** Returns the number of messages that were sent. */
export async function countSent(database: Database): Promise<number> {
  return await count(outbound(database).whereNotIn('status', ['queued', 'sending']));
}

/** Returns the number of sent messages that were read. */
export async function countRead(database: Database): Promise<number> {
  return await count(outbound(database).where({ status: 'read' }));
}

function outbound({ writer }: Database) {
  return writer('messages').where({ direction: 'outbound' });
}

async function count(query: ReturnType<typeof outbound>): Promise<number> {
  const [row] = await query.count({ n: '*' });
  return Number(row?.['n']);
}
