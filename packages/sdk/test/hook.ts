import { Webhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { expect, onTestFinished, vi } from 'vitest';
import type { WebhookEndpoint } from '../src/index.ts';
import { fetchWebhook, type WebhookEvent } from '../src/webhooks.ts';
import type { TestTenant } from './targets.ts';

/**
 * An endpoint subscribed to contact events, and its receiver, which verifies every request with the SDK and with other
 * libraries.
 */
export interface Hook {
  readonly endpoint: WebhookEndpoint;
  /** The secrets of the receiver. */
  secrets: readonly string[];
  /** The response to a genuine webhook; 204 at first. */
  status: number;
  /** The accepted events, including repeats. */
  readonly events: readonly WebhookEvent[];
  /** Resolves when it received that many. */
  receives(count: number): Promise<readonly WebhookEvent[]>;
}

export async function aHook({ parley, startReceiver, settle }: TestTenant): Promise<Hook> {
  const events: WebhookEvent[] = [];
  const refusals: unknown[] = [];
  onTestFinished(() => expect(refusals).toEqual([]));
  const url = await startReceiver(async (request) => {
    const { secret, previous } = await parley.webhookEndpoints.getSecret(hook.endpoint.id);
    const known = [secret, ...previous.map((old) => old.secret)];
    refusals.push(...(await refusalsOf(request.clone(), known)));
    const receive = fetchWebhook({ secrets: hook.secrets }, (event) => {
      if (hook.status < 300) events.push(event);
    });
    const { status, body } = await receive(request);
    return new Response(body, { status: status === 204 ? hook.status : status });
  });
  const { secret, ...endpoint } = await parley.webhookEndpoints.create({
    url,
    events: ['contact.*'],
  });
  const hook: Hook = {
    endpoint,
    secrets: [secret ?? ''],
    status: 204,
    events,
    receives: (count) =>
      eventually(settle, async () => (events.length >= count ? events : undefined)),
  };
  return hook;
}

/** Each signature must belong to one of the secrets. */
async function refusalsOf(request: Request, secrets: readonly string[]): Promise<unknown[]> {
  const headers = Object.fromEntries(request.headers);
  const body = await request.text();
  const signatures = (headers['webhook-signature'] ?? '').split(' ');
  return [Webhook, SvixWebhook].flatMap((Library) =>
    signatures.filter((signature) => {
      const one = { ...headers, 'webhook-signature': signature };
      return !secrets.some((secret) => isTaken(new Library(secret), body, one));
    }),
  );
}

function isTaken(
  library: Webhook | SvixWebhook,
  body: string,
  headers: Record<string, string>,
): boolean {
  try {
    return library.verify(body, headers) !== undefined;
  } catch {
    return false;
  }
}

/** The first value that there is. */
export function eventually<Value>(
  settle: () => Promise<void>,
  read: () => Promise<Value | undefined>,
): Promise<Value> {
  const look = async (): Promise<Value> => {
    await settle();
    const value = await read();
    if (value === undefined) throw new Error('It did not come.');
    return value;
  };
  return vi.waitFor(look, { timeout: 60_000, interval: 10 });
}
