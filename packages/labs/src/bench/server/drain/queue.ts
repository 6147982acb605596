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

/** Returns how many messages were sent, and how many of these were read. */
export async function countSent({ writer }: Database): Promise<{ sent: number; read: number }> {
  const outbound = () => writer('messages').where({ direction: 'outbound' });
  const [all] = await outbound().whereNotIn('status', ['queued', 'sending']).count({ n: '*' });
  const [read] = await outbound().where({ status: 'read' }).count({ n: '*' });
  return { sent: Number(all?.['n']), read: Number(read?.['n']) };
}
