import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Simulator } from '@parley/provider-simulator';
import { call } from '../chaos/api.ts';
import { oneOf } from '../chaos/random.ts';
import type { Deps } from '../server.ts';
import type { Earlier, MakeContent, SentContent } from './contents.ts';
import { bytesOf } from './files.ts';
import { type Shop, untilDone } from './shops.ts';
import { type Written, written } from './written.ts';

/** A message that the server accepted. */
export interface Sent {
  readonly id: string;
  readonly shop: Shop;
  readonly to: string;
  /** A text that is in the request to the provider for this message only. */
  readonly marker: string;
}

/** The reports of the webhooks of one channel. */
export interface Told {
  /** The provider's IDs of messages that customers sent. */
  readonly messages: string[];
  readonly changes: (NonNullable<Written['change']> & { readonly marker: string })[];
  /** The provider's IDs of messages that the business sent with the network's app. */
  readonly inApp: string[];
}

interface LoadOptions {
  readonly urls: readonly string[];
  readonly shops: readonly Shop[];
  /** The URL of the host of files. */
  readonly fileHost: string;
  random(): number;
  /** The least number of customers' messages before the first send. */
  readonly known: number;
}

const clients = 8;
const retryMs = 100;
/** The size of the burst to one customer: more messages than WhatsApp accepts without pauses. */
const burst = 50;
const burstCustomer = 99_999_999;
/** How much of the burst for one customer the run must use. It refills by one in 6 seconds, also on a busy machine. */
export const borrowed = 35;
const burstMs = 180_000;

const addressOf = ({ account }: Shop, n: number) =>
  account.network === 'tiktok'
    ? `talk+${n}`
    : `${account.network === 'whatsapp' ? '4915' : '1784'}${String(n).padStart(8, '0')}`;

/** Writes customers' messages, and sends messages, through all shops in proportion to their weights. */
export class Load {
  readonly sent: Sent[] = [];
  /** The reports of webhooks, by channel. */
  readonly told = new Map<string, Told>();
  /** Responses that a client must never get. */
  readonly refusals: string[] = [];
  readonly #simulator: Simulator;
  readonly #urls: readonly string[];
  readonly #shops: readonly Shop[];
  readonly #fileHost: string;
  readonly #turns: readonly Shop[];
  readonly #random: () => number;
  /**
   * The number of customers' messages before the first send: whole rounds of all shops, so that every customer whom a
   * send addresses has written.
   */
  readonly known: number;
  /** The provider's IDs of messages that the customer may still change, by customer. */
  readonly #changeable = new Map<string, string[]>();
  /** Messages that a send may refer to, by customer. */
  readonly #received = new Map<string, Earlier[]>();
  readonly #counts = new Map<object, number>();

  constructor(simulator: Simulator, { urls, shops, fileHost, random, known }: LoadOptions) {
    this.#simulator = simulator;
    this.#urls = urls;
    this.#shops = shops;
    this.#fileHost = fileHost;
    this.#turns = shops.flatMap((shop) => Array.from({ length: shop.weight }, () => shop));
    this.#random = random;
    this.known = Math.ceil(known / this.#turns.length) * this.#turns.length;
    for (const { channelId } of shops) {
      this.told.set(channelId, { messages: [], changes: [], inApp: [] });
    }
  }

  /**
   * Writes customers' messages. Every customer whom a send addresses writes first, so that free text is allowed; others
   * write several.
   */
  async write(count: number): Promise<void> {
    for (let n = 0; n < count; n += 1) {
      const shop = this.#shopOf(n);
      this.#write(shop, addressOf(shop, this.#customerOf(n)), `in ${n}`);
      // A provider delivers a stream, not everything at once.
      if (n % 50 === 49) await wait(100);
    }
  }

  /** Sends messages of the business with the network's app to some customers, while the server sends them messages. */
  async writeInApp(count: number): Promise<void> {
    for (let n = 0; n < count; n += 1) {
      const shop = this.#shopOf(n);
      const to = addressOf(shop, this.#customerOf(n));
      const id = this.#simulator.writeInApp(shop.account, to, `In the app ${n}`);
      this.told.get(shop.channelId)?.inApp.push(id);
      await wait(100);
    }
  }

  /** Writes a message of one customer of each WhatsApp account, to whom `sendBurst` sends later. */
  writeBeforeBurst(): void {
    for (const shop of this.#withPairs()) this.#write(shop, addressOf(shop, burstCustomer), 'now');
  }

  /** Sends more messages to one customer than the network allows in a row. Resolves when the network refuses more. */
  async sendBurst(): Promise<void> {
    const numbers = Array.from({ length: burst }, (_, n) => n);
    const sends = this.#withPairs().map(async (shop) => {
      const to = addressOf(shop, burstCustomer);
      for (const n of numbers) {
        const marker = `burst${n}x`;
        const body = { channelId: shop.channelId, to, type: 'text', text: marker };
        await this.#send(shop, marker, body);
      }
    });
    await Promise.all(sends);
    const giveUpAt = Date.now() + burstMs;
    const isUsedUp = ({ account }: Shop) => account.meter.measured.mostBorrowed >= borrowed;
    while (!this.#withPairs().every(isUsedUp) && Date.now() < giveUpAt) await wait(retryMs);
  }

  /** Reads which messages the server has received, so that sends can refer to them. */
  async learn({ database }: Deps): Promise<void> {
    for (const { channelId } of this.#shops) {
      const rows = await database
        .reader('messages')
        .where({ channel_id: channelId, direction: 'inbound' })
        .select('id', 'external_id', 'from_address');
      for (const { id, external_id: externalId, from_address: from } of rows) {
        listIn(this.#received, `${channelId} ${from}`).push({ id, externalId });
      }
    }
  }

  /** Sends messages. Calls `before` with the number of each. */
  async send(count: number, before: (n: number) => void): Promise<void> {
    // One client sends everything to a customer, so that the order of the requests is known.
    const work = async (_: unknown, client: number) => {
      for (let n = 0; n < count; n += 1) {
        const shop = this.#shopOf(n);
        const customer = this.#customerOf(n);
        if ((this.#turns.indexOf(shop) + customer) % clients !== client) continue;
        before(n);
        const to = addressOf(shop, customer);
        const received = listIn(this.#received, `${shop.channelId} ${to}`);
        const make = this.#inTurn(shop.kinds);
        const fallback = shop.kinds[0] ?? make;
        const made = make(`m${n}x`, () => received.pop()) ?? fallback(`m${n}x`, () => undefined);
        if (!made) throw new Error(`no content for ${shop.account.network}`);
        const { marker, ...content } = await this.#withFile(shop, made);
        await this.#send(shop, marker, { channelId: shop.channelId, to, ...content });
      }
    };
    await Promise.all(Array.from({ length: clients }, work));
  }

  /** Adds the file of a message, if it has one. Uploads it unless the server downloads it. */
  async #withFile(
    { account, apiKey }: Shop,
    { marker, content, uploads: mimeType, fetches }: NonNullable<ReturnType<MakeContent>>,
  ): Promise<SentContent & { readonly marker: string }> {
    if (fetches !== undefined) {
      const url = `${this.#fileHost}/${fetches}/${marker}`;
      return { ...content, media: { url }, marker };
    }
    if (mimeType === undefined) return { ...content, marker };
    const file = { mimeType, bytes: bytesOf(mimeType, marker) };
    const upload = (url: string) => call(url, apiKey, 'POST', '/media', { file });
    const { body } = await untilDone(this.#urls, upload, '/media');
    // Instagram gets a link with the ID of the file, and the other networks get its bytes.
    const isLinked = account.network === 'instagram';
    return { ...content, media: { id: body.id }, marker: isLinked ? body.id : marker };
  }

  async #send(shop: Shop, marker: string, body: SentContent): Promise<void> {
    const key = randomUUID();
    for (;;) {
      const url = oneOf(this.#random, this.#urls) ?? '';
      const answer = await call(url, shop.apiKey, 'POST', '/messages', { body, key });
      if (answer?.status === 202) {
        this.sent.push({ id: answer.body.id, shop, to: String(body['to']), marker });
        return;
      }
      // 409: the channel waits for another token, or another request with the same key is in progress.
      const isPassing = !answer || answer.status === 409 || answer.status >= 500;
      if (!isPassing) {
        this.refusals.push(`${body.type}: ${answer.status} ${JSON.stringify(answer.body)}`);
        return;
      }
      await wait(retryMs);
    }
  }

  #write({ account, channelId }: Shop, address: string, marker: string): void {
    const changeable = listIn(this.#changeable, `${channelId} ${address}`);
    const kinds = written[account.network];
    const tools = {
      file: (mimeType: string) =>
        this.#simulator.addFile(account, { mimeType, bytes: bytesOf(mimeType, marker) }),
      earlier: () => changeable.pop(),
    };
    const one = this.#inTurn(kinds)(marker, tools) ?? kinds[0]?.(marker, tools);
    const told = this.told.get(channelId);
    if (!one || !told) throw new Error(`nothing to write on ${account.network}`);
    const id = this.#simulator.write(account, { address }, one.content);
    if (one.change) told.changes.push({ ...one.change, marker });
    if (!one.isMessage) return;
    told.messages.push(id);
    if (!one.change) changeable.push(id);
  }

  /** Returns the items of a list in turn. Counts each list separately. */
  #inTurn<Item>(list: readonly Item[]): Item {
    const count = this.#counts.get(list) ?? 0;
    this.#counts.set(list, count + 1);
    // The list is not empty.
    return list[count % list.length] as Item;
  }

  #withPairs(): Shop[] {
    return this.#shops.filter(({ account }) => account.network === 'whatsapp');
  }

  #shopOf(n: number): Shop {
    // The turns are not empty.
    return this.#turns[n % this.#turns.length] as Shop;
  }

  /** Returns the customer of a message. Several messages in a row go to the same one. */
  #customerOf(n: number): number {
    return Math.floor((n % this.known) / this.#turns.length);
  }
}

function listIn<Item>(lists: Map<string, Item[]>, key: string): Item[] {
  const known = lists.get(key) ?? [];
  lists.set(key, known);
  return known;
}
