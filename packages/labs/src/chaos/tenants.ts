import { setTimeout as wait } from 'node:timers/promises';
import type { Deps } from '../server.ts';
import { makeTenantWithKey } from '../tenant-with-key.ts';
import { call } from './api.ts';
import type { Sink } from './sink.ts';

export interface Endpoint {
  readonly id: string;
  readonly patterns: readonly string[];
  /** The sequence number after which the endpoint receives events. */
  readonly since: number;
}

export interface ChaosTenant {
  readonly tenantId: string;
  readonly apiKey: string;
  readonly channelId: string;
  readonly endpoints: readonly Endpoint[];
}

/**
 * The subscriptions of the two endpoints of every tenant. The second names `message.queued`, because `*` does not
 * include it.
 */
const subscriptions = [['*'], ['contact.*', 'message.queued']];

/** Creates a tenant with a channel and two endpoints at the sink, as a client would. */
export async function makeTenant(
  deps: Deps,
  baseUrl: string,
  { sink, port }: { sink: Sink; port: number },
): Promise<ChaosTenant> {
  const { ctx, secret: apiKey } = await makeTenantWithKey(deps, 'Chaos');
  const { tenantId } = ctx.db;
  await untilKnown(baseUrl, apiKey);
  const make = async (path: string, body: object) => {
    const answer = await call(baseUrl, apiKey, 'POST', path, { body });
    if (answer?.status !== 201) throw new Error(`${path}: ${JSON.stringify(answer)}`);
    return answer.body;
  };
  const channel = await make('/channels', { name: 'Shop', type: 'whatsapp', provider: 'sandbox' });
  const endpoints: Endpoint[] = [];
  for (const [index, patterns] of subscriptions.entries()) {
    const name = `${tenantId}-${index}`;
    const url = `http://127.0.0.1:${port}/${name}`;
    const { secret } = await make('/webhook-endpoints', { url, events: patterns });
    sink.expect(name, secret);
    const log = await call(baseUrl, apiKey, 'GET', '/events?sort=-sequence&limit=1');
    endpoints.push({ id: name, patterns, since: log?.body.data[0].sequence });
  }
  return { tenantId, apiKey, channelId: channel.id, endpoints };
}

/**
 * Waits until the server knows the API key. A server that acknowledges too early must fail later, in the checks of the
 * ledger.
 */
async function untilKnown(baseUrl: string, apiKey: string): Promise<void> {
  const giveUpAt = Date.now() + 10_000;
  for (;;) {
    const answer = await call(baseUrl, apiKey, 'GET', '/tenants/current');
    if (answer?.status === 200) return;
    if (Date.now() > giveUpAt) throw new Error(`/tenants/current: ${JSON.stringify(answer)}`);
    await wait(50);
  }
}
