import type { Fault } from './faults.ts';
import type { SimulatedRequest } from './http.ts';
import { type Limits, Meter } from './limits.ts';
import type { App, NetworkName, Outbox } from './outbox.ts';
import type { Tokens } from './tokens.ts';

/** An outbound message that a provider accepted. */
export interface TakenMessage {
  /** The provider's ID of the message. */
  readonly externalId: string;
  readonly to: string;
  /** `biz_opaque_callback_data`, on networks that have it. */
  readonly reference: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
  readonly atMs: number;
}

/** A typing indicator or read receipt, with the network's name for it: `read`, `mark_seen`, `TYPING`, … */
export interface TakenSignal {
  readonly action: string;
  /** WhatsApp: the ID of the message that was read. Other networks: the address of the customer. */
  readonly about: string;
}

/** The names that a customer shows on Instagram. */
export interface Profile {
  readonly name: string;
  readonly username: string;
}

/** The addresses of a WhatsApp recipient, besides the one to which the business sends. */
export interface Recipient {
  /** The number as WhatsApp writes it. Default: that of the request. */
  readonly waId?: string;
  /** The business-scoped user ID. Default: none. */
  readonly userId?: string;
}

/** An account of a business at a provider: a phone number, an Instagram account, a TikTok account. */
export class Account {
  readonly network: NetworkName;
  /** The account's ID in webhooks. */
  readonly id: string;
  /** WhatsApp: ID of the business account, which several numbers may share. */
  readonly ownerId: string;
  readonly address: string;
  readonly app: App;
  readonly meter: Meter;
  /** Instagram: counts the messages with audio or video, which have a lower limit. */
  readonly slowFiles = new Meter({ perSecond: 10 });
  readonly taken: TakenMessage[] = [];
  /** Typing indicators and read receipts of the business, oldest first. */
  readonly signals: TakenSignal[] = [];
  /** The IDs of messages that customers sent. */
  readonly writtenIds = new Set<string>();
  /** When each customer last sent a message. */
  readonly lastInboundMs = new Map<string, number>();
  /** TikTok: how many messages the business sent to each customer who has not answered any of them. */
  readonly unanswered = new Map<string, number>();
  /** TikTok: the customers who have answered a message of the business. */
  readonly answered = new Set<string>();
  /** Instagram: the names of customers that the app may read. */
  readonly profiles = new Map<string, Profile>();
  /** WhatsApp: recipients with another number or a user ID, by the address to which the business sends. */
  readonly recipients = new Map<string, Recipient>();
  /** Templates by name and language. Only WhatsApp has them. */
  readonly templates = new Map<string, SimulatedTemplate>();
  /** WhatsApp: the rating of the number, and the limit of its business. */
  readonly quality = { rating: 'GREEN', limit: 'TIER_250' };
  isSubscribed = false;

  constructor(
    given: Pick<Account, 'network' | 'id' | 'ownerId' | 'address' | 'app'>,
    limits: Limits,
  ) {
    this.network = given.network;
    this.id = given.id;
    this.ownerId = given.ownerId;
    this.address = given.address;
    this.app = given.app;
    this.meter = new Meter(limits);
  }

  /** Returns references that several accepted messages have, which means that a message was sent twice. */
  takenTwice(): string[] {
    const seen = new Set<string>();
    const twice = new Set<string>();
    for (const { reference } of this.taken) {
      // `<message id>:<attempt>`: another attempt sends the same message.
      const [message] = reference?.split(':') ?? [];
      if (message === undefined) continue;
      if (seen.has(message)) twice.add(message);
      seen.add(message);
    }
    return [...twice];
  }
}

export interface SimulatedTemplate {
  readonly id: string;
  readonly name: string;
  readonly language: string;
  category: string;
  readonly parameter_format: 'POSITIONAL' | 'NAMED';
  components: readonly Readonly<Record<string, unknown>>[];
  status: string;
  /** When the template's content was last replaced. */
  editedMs?: number;
}

export interface StoredFile {
  readonly accountId: string;
  readonly mimeType: string;
  readonly bytes: Buffer;
  /** TikTok: the message that contains the file. */
  message?: { readonly id: unknown; readonly conversationId: unknown };
}

/** A file that an app of Meta is about to upload. */
interface Upload {
  readonly app: App;
  readonly type: string;
  readonly sizeBytes: number;
  readonly signature: string;
}

/** The state of the simulated providers. */
export interface World {
  readonly accounts: readonly Account[];
  readonly apps: readonly App[];
  readonly tokens: Tokens;
  readonly outbox: Outbox;
  readonly files: Map<string, StoredFile>;
  /** Uploads of apps, by the ID of their session. */
  readonly uploads: Map<string, Upload>;
  /** Uploaded files of apps, by their handle. */
  readonly handles: Map<string, Pick<Upload, 'app' | 'type'> & { readonly bytes: Buffer }>;
  now(): number;
  random(): number;
  /** Returns a new ID with this prefix. */
  newId(prefix: string): string;
  /** Returns the URL at which the simulator listens. */
  url(): string;
}

/** A request to one network, with the fault that applies to it. */
export interface Call extends SimulatedRequest {
  readonly fault: Fault | undefined;
}

/** Returns whether a customer wrote within the last `hours`. */
export function isWindowOpen(account: Account, customer: string, hours: number, nowMs: number) {
  const last = account.lastInboundMs.get(customer);
  return last !== undefined && nowMs - last < hours * 3_600_000;
}
