import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Simulator } from '@parley/provider-simulator';
import { call } from '../chaos/api.ts';
import { oneOf } from '../chaos/random.ts';
import { written } from './contents.ts';
import type { Shop } from './shops.ts';

/** A message that the server accepted. */
export interface Sent {
  readonly id: string;
  readonly shop: Shop;
  /** Text that is in the request to the provider, and in no other. */
  readonly marker: string;
}

interface LoadOptions {
  readonly urls: readonly string[];
  readonly shops: readonly Shop[];
  random(): number;
  /** How many messages of customers are written before the first send. */
  readonly known: number;
}

const clients = 8;
const retryMs = 100;

const addressOf = ({ account }: Shop, n: number) =>
  account.network === 'tiktok'
    ? `talk+${n}`
    : `${account.network === 'whatsapp' ? '4915' : '1784'}${String(n).padStart(8, '0')}`;

/** Writes and sends messages through all shops, in turns by their weights. */
export class Load {
  readonly sent: Sent[] = [];
  /** IDs of the providers for what customers wrote, by channel. */
  readonly written = new Map<string, string[]>();
  /** Answers that a client may never get. */
  readonly refusals: string[] = [];
  readonly #simulator: Simulator;
  readonly #urls: readonly string[];
  readonly #turns: readonly Shop[];
  readonly #random: () => number;
  /** The numbers of messages from which the customers follow: each of them has written before the sends. */
  readonly #known: number;

  constructor(simulator: Simulator, { urls, shops, random, known }: LoadOptions) {
    this.#simulator = simulator;
    this.#urls = urls;
    this.#turns = shops.flatMap((shop) => Array.from({ length: shop.weight }, () => shop));
    this.#random = random;
    this.#known = known;
  }

  /** Every customer of the sends writes first, so that free text may be sent; others write several messages. */
  async write(count: number): Promise<void> {
    for (let n = 0; n < count; n += 1) {
      const shop = this.#shopOf(n);
      const { network } = shop.account;
      const make = oneOf<(marker: string) => object>(this.#random, written[network]);
      const content = (make ?? written[network][0])(`in ${n}`);
      const customer = { address: addressOf(shop, this.#customerOf(n)) };
      const id = this.#simulator.write(shop.account, customer, { ...content });
      this.written.set(shop.channelId, [...(this.written.get(shop.channelId) ?? []), id]);
      // A provider delivers a stream, not everything at once.
      if (n % 50 === 49) await wait(100);
    }
  }

  /** `before` is called with the number of each message. */
  async send(count: number, before: (n: number) => void): Promise<void> {
    let next = 0;
    const work = async () => {
      while (next < count) {
        const n = next;
        next += 1;
        before(n);
        await this.#send(n);
      }
    };
    await Promise.all(Array.from({ length: clients }, work));
  }

  async #send(n: number): Promise<void> {
    const shop = this.#shopOf(n);
    const marker = `m${n}x`;
    const content = shop.kinds[n % shop.kinds.length]?.(marker);
    const to = addressOf(shop, this.#customerOf(n));
    const body = { channelId: shop.channelId, to, ...content };
    const key = randomUUID();
    for (;;) {
      const url = oneOf(this.#random, this.#urls) ?? '';
      const answer = await call(url, shop.apiKey, 'POST', '/messages', { body, key });
      if (answer?.status === 202) {
        this.sent.push({ id: answer.body.id, shop, marker });
        return;
      }
      // 409: the channel waits for another token, or another request with the key is under way.
      const isPassing = !answer || answer.status === 409 || answer.status >= 500;
      if (!isPassing) {
        this.refusals.push(`${body.type}: ${answer.status} ${JSON.stringify(answer.body)}`);
        return;
      }
      await wait(retryMs);
    }
  }

  #shopOf(n: number): Shop {
    // The turns are not empty.
    return this.#turns[n % this.#turns.length] as Shop;
  }

  /** Several messages in a row go to one customer. */
  #customerOf(n: number): number {
    return Math.floor((n % this.#known) / this.#turns.length);
  }
}
