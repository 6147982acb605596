import type { Fault } from './faults.ts';
import type { SimulatedRequest } from './http.ts';
import { type Limits, Meter } from './limits.ts';
import type { App, NetworkName, Outbox } from './outbox.ts';
import type { Tokens } from './tokens.ts';

/** A message of the business that a provider accepted. */
export interface TakenMessage {
  /** The provider's ID of it. */
  readonly externalId: string;
  readonly to: string;
  /** `biz_opaque_callback_data`, where the network has it. */
  readonly reference: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
  readonly atMs: number;
}

/** A typing indicator or a read receipt, by its name on the network: `read`, `mark_seen`, `TYPING`, … */
export interface TakenSignal {
  readonly action: string;
  /** WhatsApp: ID of the message that was read; else the address of the customer. */
  readonly about: string;
}

/** An account of a business at a provider: a phone number, an Instagram account, a TikTok account. */
export class Account {
  readonly network: NetworkName;
  /** The ID by which webhooks name it. */
  readonly id: string;
  /** WhatsApp: ID of the business account, which several numbers may share. */
  readonly ownerId: string;
  readonly address: string;
  readonly app: App;
  readonly meter: Meter;
  readonly taken: TakenMessage[] = [];
  /** Typing indicators and read receipts of the business, oldest first. */
  readonly signals: TakenSignal[] = [];
  /** The IDs of the messages of customers. */
  readonly writtenIds = new Set<string>();
  /** When each customer last wrote. */
  readonly lastInboundMs = new Map<string, number>();
  /** Templates by name and language; WhatsApp alone has them. */
  readonly templates = new Map<string, SimulatedTemplate>();
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

  /** References that came with more than one message, so the message was sent twice. */
  takenTwice(): string[] {
    const seen = new Set<string>();
    const twice = new Set<string>();
    for (const { reference } of this.taken) {
      // `<message id>:<attempt>`: an attempt more is the same message.
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
  /** When its content was last replaced. */
  editedMs?: number;
}

export interface StoredFile {
  readonly accountId: string;
  readonly mimeType: string;
  readonly bytes: Buffer;
}

/** Everything that the simulated providers know. */
export interface World {
  readonly accounts: readonly Account[];
  readonly apps: readonly App[];
  readonly tokens: Tokens;
  readonly outbox: Outbox;
  readonly files: Map<string, StoredFile>;
  now(): number;
  random(): number;
  /** A new ID with this beginning. */
  newId(prefix: string): string;
  /** Where the simulator listens. */
  url(): string;
}

/** A request of one network, with the fault that it meets. */
export interface Call extends SimulatedRequest {
  readonly fault: Fault | undefined;
}

/** Whether a customer wrote within these hours. */
export function isWindowOpen(account: Account, customer: string, hours: number, nowMs: number) {
  const last = account.lastInboundMs.get(customer);
  return last !== undefined && nowMs - last < hours * 3_600_000;
}
