import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { call } from './api.ts';
import { between, oneOf } from './random.ts';
import type { ChaosTenant } from './tenants.ts';

/** A request that got a success response, and the event that must follow from it. */
export interface Acknowledgement {
  tenantId: string;
  eventType: string;
  subjectId: string;
}

interface Work {
  path: string;
  body: object;
  eventType: string;
}

const pauseMs = [5, 60] as const;
const retryMs = 50;

/**
 * Clients that send the next write as soon as they get a response. Without a response, they repeat the request with the
 * same idempotency key.
 */
export class Producers {
  readonly acknowledged: Acknowledgement[] = [];
  /** Responses that a client must never get: neither a success nor a request to try again. */
  readonly refusals: string[] = [];
  readonly #urls: readonly string[];
  readonly #random: () => number;
  #isRunning = true;
  #running: Promise<void>[] = [];

  constructor(urls: readonly string[], random: () => number) {
    this.#urls = urls;
    this.#random = random;
  }

  start(tenants: readonly ChaosTenant[], each: number): void {
    this.#running = tenants.flatMap((tenant) =>
      Array.from({ length: each }, () => this.#produce(tenant)),
    );
  }

  /** Stops new requests. Resolves when each started request has its response. */
  async stop(): Promise<void> {
    this.#isRunning = false;
    await Promise.all(this.#running);
  }

  async #produce(tenant: ChaosTenant): Promise<void> {
    while (this.#isRunning) {
      await this.#write(tenant, workOf(tenant, this.#random));
      await wait(between(this.#random, ...pauseMs));
    }
  }

  async #write({ tenantId, apiKey }: ChaosTenant, { path, body, eventType }: Work): Promise<void> {
    const key = randomUUID();
    for (;;) {
      const url = oneOf(this.#random, this.#urls) ?? '';
      const answer = await call(url, apiKey, 'POST', path, { body, key });
      if (answer && answer.status < 300) {
        const subjectId = (answer.body.message ?? answer.body).id;
        this.acknowledged.push({ tenantId, eventType, subjectId });
        return;
      }
      const mayBeTriedAgain = !answer || answer.status === 409 || answer.status >= 500;
      if (answer && (!mayBeTriedAgain || answer.body?.error?.code === 'SVC-INTERNAL')) {
        this.refusals.push(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
        return;
      }
      await wait(retryMs);
    }
  }
}

function workOf({ channelId }: ChaosTenant, random: () => number): Work {
  const person = `55119${Math.floor(random() * 1e8)
    .toString()
    .padStart(8, '0')}`;
  const chance = random();
  if (chance < 0.5) {
    return {
      path: '/contacts',
      body: { name: `Customer ${person}` },
      eventType: 'contact.created',
    };
  }
  if (chance < 0.8) {
    const body = { channelId, to: person, type: 'text', text: 'Olá, 👋 your order is on its way' };
    return { path: '/messages', body, eventType: 'message.queued' };
  }
  return {
    path: `/channels/${channelId}/simulate/inbound`,
    body: { type: 'text', from: person, text: 'Where is my order?' },
    eventType: 'message.received',
  };
}
