import { type Customer, type CustomerContent, writeAs, writeInApp } from './customer.ts';
import { type FaultRule, Faults, gatewayAnswer } from './faults.ts';
import { graphError } from './graph.ts';
import { type Listening, listen, type SimulatedAnswer, type SimulatedRequest } from './http.ts';
import { instagramRoute } from './instagram/routes.ts';
import { type Limits, Meter } from './limits.ts';
import { type App, type DeliveryOptions, type NetworkName, Outbox } from './outbox.ts';
import { createRandom } from './random.ts';
import { failed } from './tiktok/answers.ts';
import { fileRoute as tiktokFile, tiktokRoute } from './tiktok/routes.ts';
import { Tokens } from './tokens.ts';
import { keepFile } from './whatsapp/media.ts';
import { changeQuality, type Quality } from './whatsapp/quality.ts';
import { lookasideRoute, whatsappRoute } from './whatsapp/routes.ts';
import { Account, type Call, type World } from './world.ts';

export interface SimulatorOptions {
  /** The seed of the random faults: the same seed makes the same faults. Default: 1. */
  readonly seed?: number;
  readonly now?: () => number;
}

interface AccountOptions {
  /** The account's ID. Default: a new one. */
  readonly id?: string;
  /** WhatsApp: ID of the business account. Default: a new one. */
  readonly ownerId?: string;
  readonly app?: App;
  readonly limits?: Limits;
}

/** An account with its access token. */
export interface Opened {
  readonly account: Account;
  readonly accessToken: string;
  /** Only on TikTok. */
  readonly refreshToken?: string;
}

// As documented: 80 messages a second, and one every 6 seconds to one person, of which 45 may be borrowed.
const limitsOf: Readonly<Record<NetworkName, Limits>> = {
  whatsapp: { perSecond: 80, pair: { burst: 45, spacingMs: 6_000 } },
  instagram: { perSecond: 300 },
  tiktok: { perSecond: 10 },
};

/** Simulates the APIs of the providers in one HTTP server on this machine. */
export class Simulator {
  readonly faults: Faults;
  readonly outbox: Outbox;
  readonly tokens: Tokens;
  readonly #accounts: Account[] = [];
  readonly #apps: App[] = [];
  readonly #world: World;
  #listening: Listening | undefined;
  #made = 0;

  constructor({ seed = 1, now = Date.now }: SimulatorOptions = {}) {
    const random = createRandom(seed);
    this.faults = new Faults(random);
    this.tokens = new Tokens(now);
    this.outbox = new Outbox({ bodyOf, random, now });
    this.#world = {
      accounts: this.#accounts,
      apps: this.#apps,
      tokens: this.tokens,
      outbox: this.outbox,
      files: new Map(),
      uploads: new Map(),
      handles: new Map(),
      now,
      random,
      newId: (prefix) => this.#newId(prefix),
      url: () => this.#url(),
    };
  }

  async start(): Promise<this> {
    this.#listening = await listen((request) => this.#answer(request));
    return this;
  }

  async close(): Promise<void> {
    this.outbox.close();
    await this.#listening?.close();
  }

  /** The base URLs of the simulated APIs. Use them instead of `https://graph.facebook.com` and the others. */
  get urls(): Readonly<Record<NetworkName, string>> {
    const url = this.#url();
    return {
      whatsapp: `${url}/graph`,
      instagram: `${url}/instagram`,
      tiktok: `${url}/tiktok`,
    };
  }

  addApp(callbackUrl?: string): App {
    const id = this.#newId('');
    const meter = new Meter({ perSecond: 10, perMinute: 600 });
    const app = { id, secret: `secret${id}`, verifyToken: `verify${id}`, callbackUrl, meter };
    this.#apps.push(app);
    return app;
  }

  /** Opens an account. Its token does not expire, except on TikTok, where it is valid for a day. */
  addAccount(network: NetworkName, options: AccountOptions = {}): Opened {
    const { id = this.#newId(''), app = this.addApp(), limits = limitsOf[network] } = options;
    const ownerId = options.ownerId ?? (network === 'whatsapp' ? this.#newId('') : id);
    const address = network === 'whatsapp' ? `1555${id.slice(-7)}` : `shop${id}`;
    const account = new Account({ network, id, ownerId, address, app }, limits);
    this.#accounts.push(account);
    if (network !== 'tiktok') return { account, accessToken: this.tokens.issue(ownerId) };
    return {
      account,
      accessToken: this.tokens.issue(id, { prefix: 'act.', lifeMs: 86_400_000 }),
      refreshToken: this.tokens.issue(`refresh ${id}`, { prefix: 'rft.' }),
    };
  }

  /** Simulates that the owner of a TikTok account authorizes the app. Returns the code of the redirect. */
  authorize({ id }: Account): string {
    return this.tokens.issue(`code ${id}`, { prefix: 'code.', lifeMs: 600_000 });
  }

  /**
   * Verifies a callback URL as Meta does, and sets it. Throws unless it answers the challenge. TikTok has no such
   * check.
   */
  async connect(app: App, url: string): Promise<void> {
    const challenge = this.#newId('');
    const query = new URLSearchParams({
      'hub.mode': 'subscribe',
      'hub.verify_token': app.verifyToken,
      'hub.challenge': challenge,
    });
    const answer = await fetch(`${url}?${query}`);
    if (!answer.ok || (await answer.text()) !== challenge) {
      throw new Error(`${url} answered ${answer.status} to the handshake`);
    }
    app.callbackUrl = url;
  }

  /** Sends a customer's message by webhook. Returns the provider's ID of the message. */
  write(account: Account, customer: Customer, content: CustomerContent): string {
    return writeAs(this.#world, account, customer, content);
  }

  /**
   * Sends an echo of a text that the business wrote in the network's own app. Returns the provider's ID of the message.
   */
  writeInApp(account: Account, address: string, text: string): string {
    return writeInApp(this.#world, account, address, text);
  }

  /** WhatsApp: changes the rating of a number or the limit of its business, and reports it by webhook. */
  changeQuality(account: Account, quality: Partial<Quality>): void {
    changeQuality(this.#world, account, quality);
  }

  /** Stores a file of a customer: with an ID on WhatsApp and TikTok, at a public URL on Instagram. */
  addFile(
    account: Account,
    file: { mimeType: string; bytes: Buffer },
  ): { id: string; url: string } {
    const id = keepFile(this.#world, account, file);
    return { id, url: `${this.#url()}/cdn/${id}` };
  }

  /** Returns the bytes of a file that a message or a template names, as text; an empty text when there is none. */
  textOfFile(id: string): string {
    const { files, handles } = this.#world;
    return (files.get(id) ?? handles.get(id))?.bytes.toString('latin1') ?? '';
  }

  deliver(options: Partial<DeliveryOptions>): void {
    Object.assign(this.outbox.options, options);
  }

  fail(rule: FaultRule): void {
    this.faults.add(rule);
  }

  async #answer(request: SimulatedRequest): Promise<SimulatedAnswer> {
    const fault = this.faults.next(request);
    const call: Call = { ...request, fault };
    if (fault?.kind === 'lost_request') return { status: 0, isLost: true };
    if (fault?.kind === 'gateway') return gatewayAnswer(fault.status);
    if (fault?.kind === 'slow') await new Promise((resolve) => setTimeout(resolve, fault.ms));
    const [network, ...path] = request.path.split('/').filter(Boolean);
    const error = fault?.kind === 'error' ? fault : undefined;
    const { status } = error ?? {};
    switch (network) {
      case 'graph':
        if (error) return graphError(error.code, undefined, status ? { status } : {});
        return await whatsappRoute(this.#world, call, withoutVersion(path));
      case 'instagram':
        if (error) return graphError(error.code, undefined, status ? { status } : {});
        return instagramRoute(this.#world, call, withoutVersion(path));
      case 'tiktok':
        if (error) return failed(error.code, 'failed by the simulator');
        return await tiktokRoute(this.#world, call, path.slice(2).join('/'));
      case 'cdn': {
        const file = this.#world.files.get(path[0] ?? '');
        return file
          ? { status: 200, bytes: { type: file.mimeType, body: file.bytes } }
          : { status: 404 };
      }
      case 'tiktok-files':
        return tiktokFile(this.#world, call, path[0] ?? '');
      case 'lookaside':
        return lookasideRoute(this.#world, call, path);
      default:
        return { status: 404 };
    }
  }

  #newId(prefix: string): string {
    this.#made += 1;
    return `${prefix}${10_000_000_000 + this.#made}`;
  }

  #url(): string {
    if (!this.#listening) throw new Error('the simulator has not been started');
    return this.#listening.url;
  }
}

function withoutVersion([first = '', ...rest]: readonly string[]): readonly string[] {
  return /^v\d+\.\d+$/.test(first) ? rest : [first, ...rest];
}

function bodyOf(network: NetworkName, items: readonly unknown[]): unknown {
  if (network === 'tiktok') return items[0];
  const object = network === 'whatsapp' ? 'whatsapp_business_account' : 'instagram';
  return { object, entry: items };
}
