import type { ReportedStatus } from '@parley/contract/schemas';
import type { AnnouncedFile, CustomerChange, InboundContent, TemplateReport } from '@parley/domain';
import type { Profile } from '../contacts/service.ts';
import { textOf } from './provider-json.ts';

// One item of a webhook, in the terms of this service. Each network has a parser that turns its own items into these.

/** The addresses of one person, the one that was used first. */
export type People = readonly [string, ...string[]];

export interface Content {
  readonly content: InboundContent;
  readonly files?: readonly AnnouncedFile[];
}

/** Returns the content with more fields of a message. */
export function withDetails(
  { content, ...rest }: Content,
  details: InboundContent['content'],
): Content {
  return details
    ? { ...rest, content: { ...content, content: { ...content.content, ...details } } }
    : { ...rest, content };
}

/** For an item that the service has nothing to do with yet. */
export function kept(about: string): Item {
  return { kind: 'kept', about: about.slice(0, 200) };
}

/** The different addresses among these; undefined when there is none. */
export function peopleOf(...addresses: readonly unknown[]): People | undefined {
  const known = addresses.map(textOf).filter((address) => address !== undefined);
  const [used, ...others] = new Set(known);
  return used === undefined ? undefined : [used, ...others];
}

interface Sent extends Content {
  readonly externalId: string;
  /** As the provider states it. */
  readonly at: unknown;
  readonly replyTo?: string | undefined;
}

export type Item =
  /** A customer sent a message. */
  | (Sent & { readonly kind: 'message'; readonly from: People; readonly profile: Profile })
  /** The business sent a message by other means than this service. */
  | (Sent & { readonly kind: 'echo'; readonly to: People; readonly profile: Profile })
  /** A customer, or the business by other means, changed a message that was sent before. */
  | {
      readonly kind: 'change';
      /** The provider's id of that message. */
      readonly externalId: string;
      readonly change: CustomerChange;
      readonly by: 'customer' | 'business';
      readonly at: unknown;
    }
  /** What became of a message of the business. */
  | {
      readonly kind: 'status';
      readonly externalId: string;
      /** The text that the send gave the provider: `<message id>:<attempt>`. */
      readonly reference: string | undefined;
      readonly status: ReportedStatus;
      readonly at: unknown;
      readonly error: ProviderReport | undefined;
    }
  /** A customer has read the messages up to one of them, or up to a time. */
  | {
      readonly kind: 'read';
      readonly by: string;
      readonly externalId: string | undefined;
      readonly at: unknown;
    }
  /** A person has another address from now on. */
  | { readonly kind: 'move'; readonly previous: string; readonly current: string }
  /** A customer decided which messages the business may send. */
  | {
      readonly kind: 'preference';
      readonly by: People;
      readonly status: 'opted_in' | 'opted_out';
      readonly at: unknown;
    }
  /** The provider decided on a template, or changed it. */
  | { readonly kind: 'template'; readonly report: TemplateReport }
  /** The provider stopped or restored the whole channel. */
  | ({ readonly kind: 'channel'; readonly works: boolean } & ProviderReport)
  /** The service has nothing to do with it yet: it is kept and can be tried again after an update. */
  | { readonly kind: 'kept'; readonly about: string }
  /** It says nothing that is not known otherwise. */
  | { readonly kind: 'ignored' };

/** A status, a change or a reading, with its time. */
export type PendingReport = Extract<Item, { kind: 'status' | 'change' | 'read' }> & {
  readonly at: string;
};

export interface ProviderReport {
  readonly code: string | null;
  readonly message: string | null;
}

/** An item with the smallest body that says only this: it can be parsed again. */
export interface ParsedItem {
  readonly item: Item;
  readonly fragment: unknown;
}

/** The part of a body for one channel, by the ID that the provider has for it. */
export interface Part {
  /** Of the channel, such as a phone number ID; of the account that several channels share if `ofAccount`. */
  readonly externalId: string;
  readonly ofAccount?: boolean;
  readonly body: unknown;
}

/** How the webhooks of a network are read. */
export interface Network {
  /** Splits a body by the ids that the provider gives channels. Whatever names none is left out. */
  partsOf(body: unknown): readonly Part[];
  /** The items of one part, in the order in which they are handled. */
  itemsOf(body: unknown): readonly ParsedItem[];
}
