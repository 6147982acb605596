import type {
  CreateWebhookEndpointBody,
  EventEnvelope,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookDeliveryStatus,
  WebhookEndpoint,
} from '@parley/contract';
import { expect } from 'vitest';
import { checkEvent } from '../event-checks.ts';
import { eventually } from '../poll.ts';
import { allOf, type Scene } from '../scene.ts';
import type { ReceiverAnswer } from '../target.ts';
import { isTaken, type Received, signersOf } from './signatures.ts';

type Answering = (received: Received, index: number) => ReceiverAnswer | Promise<ReceiverAnswer>;

/** A webhook endpoint with its receiver. When it is disposed, it verifies every request that it received. */
export interface Hook extends AsyncDisposable {
  readonly endpoint: WebhookEndpoint;
  /** All secrets that the endpoint has had. A test that rotates the secret must add the new one. */
  readonly secrets: string[];
  readonly received: readonly Received[];
  /** Sets the response of the receiver from now on. At first it is 200. */
  answer(how: ReceiverAnswer | Answering): void;
  /** Waits until the receiver has at least this many requests, and returns them. */
  receives(count: number): Promise<readonly Received[]>;
}

export async function aHook(
  scene: Scene,
  fields: Partial<CreateWebhookEndpointBody> = {},
): Promise<Hook> {
  const received: Received[] = [];
  let answering: Answering = () => ({});
  const receiver = await scene.target.startReceiver((request) => {
    const arrived = { ...request, at: scene.target.now() };
    received.push(arrived);
    return answering(arrived, received.length - 1);
  });
  const { secret, ...endpoint } = await scene.api.webhookEndpoints.create({
    body: { url: receiver.url, events: ['contact.*'], ...fields },
  });
  const secrets = [secret as string];
  return {
    endpoint,
    secrets,
    received,
    answer: (how) => {
      answering = typeof how === 'function' ? how : () => how;
    },
    receives: (count) =>
      eventually(
        scene.target,
        async () => received,
        () => received.length >= count,
      ),
    [Symbol.asyncDispose]: async () => {
      await receiver.close();
      await checkReceived(scene, received, secrets);
    },
  };
}

export function eventIn(received: Received | undefined): EventEnvelope {
  if (!received) throw new Error('nothing was received');
  return JSON.parse(received.rawBody) as EventEnvelope;
}

/** Returns the IDs of the received events, each as often as it was received. */
export function idsIn(received: readonly Received[]): string[] {
  return received.map(({ headers }) => headers['webhook-id'] as string);
}

/** Returns all deliveries to an endpoint, oldest first. */
export function deliveriesTo(scene: Scene, { endpoint }: Hook): Promise<WebhookDelivery[]> {
  return allOf(({ query }) =>
    scene.api.webhookEndpoints.listDeliveries({
      params: { id: endpoint.id },
      query: { ...query, sort: 'createdAt' },
    }),
  );
}

/** Waits until the delivery has one of these statuses, and returns it. */
export function deliveryWith(
  scene: Scene,
  id: string,
  ...statuses: WebhookDeliveryStatus[]
): Promise<WebhookDeliveryDetail> {
  return eventually(
    scene.target,
    () => scene.api.webhookDeliveries.get({ params: { id } }),
    ({ status }) => statuses.includes(status),
  );
}

/** Waits until this many attempts of the delivery have ended and none is in flight, and returns it. */
export function attempted(
  scene: Scene,
  id: string,
  attempts: number,
): Promise<WebhookDeliveryDetail> {
  return eventually(
    scene.target,
    () => scene.api.webhookDeliveries.get({ params: { id } }),
    (delivery) => delivery.attempts.length === attempts && delivery.status !== 'delivering',
  );
}

/** Resolves when every received attempt has ended and no other is in flight. */
export async function nothingUnderway(scene: Scene, hook: Hook): Promise<void> {
  const attemptsOf = async () => {
    const deliveries = await deliveriesTo(scene, hook);
    const isQuiet = deliveries.every(({ status }) => status !== 'delivering');
    const count = deliveries.reduce((sum, { attemptCount }) => sum + attemptCount, 0);
    return isQuiet ? count : Number.NaN;
  };
  await eventually(scene.target, attemptsOf, (count) => count === hook.received.length);
}

/** Waits until the only delivery to an endpoint has one of these statuses, and returns it. */
export async function theDelivery(
  scene: Scene,
  hook: Hook,
  ...statuses: WebhookDeliveryStatus[]
): Promise<WebhookDeliveryDetail> {
  const [delivery, ...others] = await deliveriesTo(scene, hook);
  if (!delivery || others.length > 0) throw new Error(`there are ${others.length + 1} deliveries`);
  return deliveryWith(scene, delivery.id, ...statuses);
}

/** Returns the milliseconds from the start of the latest attempt to the next one. */
export function waitOf({ lastAttempt }: WebhookDelivery): number {
  if (!lastAttempt?.nextAttemptAt) throw new Error('no attempt follows');
  return Date.parse(lastAttempt.nextAttemptAt) - Date.parse(lastAttempt.at);
}

async function checkReceived(
  scene: Scene,
  received: readonly Received[],
  secrets: readonly string[],
): Promise<void> {
  const bodies = new Map<string, string>();
  for (const delivery of received) {
    const event = eventIn(delivery);
    expect(delivery.method).toBe('POST');
    expect(delivery.headers).toMatchObject({
      'content-type': expect.stringMatching(/^application\/json\b/),
      'user-agent': expect.stringMatching(/^Parley-Webhooks\/1\b/),
      'webhook-id': event.id,
    });
    for (const secret of signersOf(delivery, secrets)) {
      expect(isTaken(delivery, secret), `${event.id} at ${delivery.at.toISOString()}`).toBe(true);
    }
    await checkEvent(scene, event);
    expect(delivery.rawBody).toBe(bodies.get(event.id) ?? delivery.rawBody);
    bodies.set(event.id, delivery.rawBody);
  }
  for (const [id, body] of bodies) {
    if (JSON.parse(body).test) continue;
    expect(await scene.api.events.get({ params: { id } })).toEqual(JSON.parse(body));
  }
}
