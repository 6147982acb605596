import { createHmac } from 'node:crypto';
import type { Meter } from './limits.ts';
import { shuffled } from './random.ts';

export type NetworkName = 'whatsapp' | 'instagram' | 'tiktok';

/** An app at a provider, with the secret that signs its webhooks and the URL that gets them. */
export interface App {
  readonly id: string;
  secret: string;
  verifyToken: string;
  callbackUrl: string | undefined;
  /** Counts the requests of all accounts of the app. Only TikTok limits them. */
  readonly meter: Meter;
}

/** Options for the delivery of webhooks. */
export interface DeliveryOptions {
  /** The maximum number of items of one account in one body. Default: 1. */
  batch: number;
  /** Share of the bodies that are delivered twice, 0 to 1. Default: 0. */
  duplicates: number;
  /** Whether the order of items may change. Default: false. */
  outOfOrder: boolean;
  /** The longest delay of a body, in milliseconds. Default: 0. */
  lateMs: number;
  /** How often a body is sent again when the response is not 2xx. Default: 5. */
  retries: number;
}

export const promptDelivery: DeliveryOptions = {
  batch: 1,
  duplicates: 0,
  outOfOrder: false,
  lateMs: 0,
  retries: 5,
};

interface Waiting {
  readonly network: NetworkName;
  readonly app: App;
  readonly item: unknown;
}

interface Deps {
  /** Returns a body with items of one network. A body of TikTok has one item. */
  bodyOf(network: NetworkName, items: readonly unknown[]): unknown;
  random(): number;
  now(): number;
}

const gatherMs = 5;
const retryMs = 50;

/** Delivers webhooks, and counts the results. */
export class Outbox {
  readonly options: DeliveryOptions = { ...promptDelivery };
  readonly counts = { delivered: 0, repeated: 0, refused: 0, givenUp: 0 };
  readonly #deps: Deps;
  readonly #underWay = new Set<Promise<void>>();
  #waiting: Waiting[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  add(network: NetworkName, app: App, item: unknown): void {
    if (app.callbackUrl === undefined || this.#isClosed) return;
    this.#waiting.push({ network, app, item });
    this.#timer ??= setTimeout(() => this.#flush(), gatherMs);
  }

  /** Resolves when all webhooks are delivered, including those that follow from others. */
  async settled(): Promise<void> {
    while (this.#waiting.length > 0 || this.#underWay.size > 0) {
      if (this.#waiting.length > 0) this.#flush();
      await Promise.all(this.#underWay);
    }
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#waiting = [];
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { outOfOrder } = this.options;
    const waiting = outOfOrder ? shuffled(this.#waiting, this.#deps.random) : this.#waiting;
    this.#waiting = [];
    for (const group of grouped(waiting).values()) this.#send(group);
  }

  #send(group: readonly Waiting[]): void {
    const [first] = group;
    if (!first) return;
    const { network, app } = first;
    const size = network === 'tiktok' ? 1 : Math.max(1, this.options.batch);
    for (let at = 0; at < group.length; at += size) {
      const items = group.slice(at, at + size).map(({ item }) => item);
      const body = JSON.stringify(this.#deps.bodyOf(network, items));
      const times = this.#deps.random() < this.options.duplicates ? 2 : 1;
      if (times === 2) this.counts.repeated += 1;
      for (let time = 0; time < times; time += 1) this.#begin(network, app, body);
    }
  }

  #begin(network: NetworkName, app: App, body: string): void {
    const delivery = this.#deliver(network, app, body).finally(() => {
      this.#underWay.delete(delivery);
    });
    this.#underWay.add(delivery);
  }

  async #deliver(network: NetworkName, app: App, body: string): Promise<void> {
    await sleep(this.options.lateMs * this.#deps.random());
    for (let attempt = 0; attempt <= this.options.retries; attempt += 1) {
      if (this.#isClosed) return;
      if (await this.#post(network, app, body)) {
        this.counts.delivered += 1;
        return;
      }
      this.counts.refused += 1;
      await sleep(retryMs * 2 ** attempt);
    }
    this.counts.givenUp += 1;
  }

  async #post(network: NetworkName, app: App, body: string): Promise<boolean> {
    if (app.callbackUrl === undefined) return false;
    const headers = {
      'content-type': 'application/json',
      ...signatureOf(network, app.secret, body, this.#deps.now()),
    };
    try {
      const answer = await fetch(app.callbackUrl, { method: 'POST', headers, body });
      await answer.arrayBuffer();
      return answer.ok;
    } catch {
      return false;
    }
  }
}

function signatureOf(
  network: NetworkName,
  secret: string,
  body: string,
  nowMs: number,
): Record<string, string> {
  const hmac = (text: string) => createHmac('sha256', secret).update(text).digest('hex');
  if (network !== 'tiktok') return { 'x-hub-signature-256': `sha256=${hmac(body)}` };
  const time = Math.floor(nowMs / 1_000);
  return { 'tiktok-signature': `t=${time},s=${hmac(`${time}.${body}`)}` };
}

function grouped(waiting: readonly Waiting[]): Map<App, Waiting[]> {
  const groups = new Map<App, Waiting[]>();
  for (const one of waiting) groups.set(one.app, [...(groups.get(one.app) ?? []), one]);
  return groups;
}

function sleep(ms: number): Promise<void> {
  return ms <= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, ms));
}
