import type { ReportedStatus } from '@parley/contract/schemas';
import type {
  AnnouncedFile,
  CustomerChange,
  InboundContent,
  NumberReport,
  TemplateReport,
} from '@parley/domain';
import type { Profile } from '../contacts/service.ts';
import { textOf } from './provider-json.ts';

// One item of a webhook, in the terms of this service. Each network has a parser that turns its own items into these.

/** The addresses of one person. The one that the person used comes first. */
export type People = readonly [string, ...string[]];

export interface Content {
  readonly content: InboundContent;
  readonly files?: readonly AnnouncedFile[];
}

/** Returns the content with additional fields of the message. */
export function withDetails(
  { content, ...rest }: Content,
  details: InboundContent['content'],
): Content {
  return details
    ? { ...rest, content: { ...content, content: { ...content.content, ...details } } }
    : { ...rest, content };
}

/** Returns an item that this version cannot handle. It is kept, and can be tried again after an update. */
export function kept(about: string): Item {
  return { kind: 'kept', about: about.slice(0, 200) };
}

/** Returns the distinct addresses among the values; undefined when there are none. */
export function peopleOf(...addresses: readonly unknown[]): People | undefined {
  const known = addresses.map(textOf).filter((address) => address !== undefined);
  const [used, ...others] = new Set(known);
  return used === undefined ? undefined : [used, ...others];
}

interface Sent extends Content {
  readonly externalId: string;
  /** The time as the provider states it. */
  readonly at: unknown;
  readonly replyTo?: string | undefined;
}

export type Item =
  /** A customer sent a message. */
  | (Sent & { readonly kind: 'message'; readonly from: People; readonly profile: Profile })
  /** The business sent a message without Parley, for example with the network's app. */
  | (Sent & { readonly kind: 'echo'; readonly to: People; readonly profile: Profile })
  /** A customer changed an earlier message, or the business did outside of Parley. */
  | {
      readonly kind: 'change';
      /** The provider's ID of the changed message. */
      readonly externalId: string;
      readonly change: CustomerChange;
      readonly by: 'customer' | 'business';
      readonly at: unknown;
    }
  /** A status report about a message of the business. */
  | {
      readonly kind: 'status';
      readonly externalId: string;
      /** The text that Parley sent with the message: `<message id>:<attempt>`. */
      readonly reference: string | undefined;
      readonly status: ReportedStatus;
      readonly at: unknown;
      readonly error: ProviderReport | undefined;
      /** The addresses that the network states for the recipient of the message. */
      readonly recipient?: readonly string[] | undefined;
      /** The category by which the provider bills the message. */
      readonly category?: string | undefined;
    }
  /** A customer has read all messages up to a message or a time. */
  | {
      readonly kind: 'read';
      readonly by: string;
      readonly externalId: string | undefined;
      readonly at: unknown;
    }
  /** A person has a new address. */
  | { readonly kind: 'move'; readonly previous: string; readonly current: string }
  /** A customer decided which messages the business may send. */
  | {
      readonly kind: 'preference';
      readonly by: People;
      readonly status: 'opted_in' | 'opted_out';
      readonly at: unknown;
    }
  /** The provider reports its decision on a template, or a change of it. */
  | { readonly kind: 'template'; readonly report: TemplateReport }
  /** The provider reports the quality or the limit of the channel. */
  | { readonly kind: 'quality'; readonly report: NumberReport }
  /** The provider stopped or restored the whole channel, or restricts a part of what it may do. */
  | {
      readonly kind: 'channel';
      readonly effect: 'stops' | 'works' | 'is_restricted';
      readonly message: string;
    }
  /** This version cannot handle the item: it is kept, and can be tried again after an update. */
  | { readonly kind: 'kept'; readonly about: string }
  /** The item has no information that the server needs. */
  | {
      readonly kind: 'ignored';
      /** The reason for the log; absent for items that are common. */
      readonly why?: string;
    };

/**
 * A report about a message that may not be known yet: a status report, a change, or that a customer has read messages.
 * With its time.
 */
export type PendingReport = Extract<Item, { kind: 'status' | 'change' | 'read' }> & {
  readonly at: string;
};

export interface ProviderReport {
  readonly code: string | null;
  readonly message: string | null;
}

/** An item, and the smallest part of the body that contains it, which can be parsed again. */
export interface ParsedItem {
  readonly item: Item;
  readonly fragment: unknown;
}

/** The part of a webhook body that is about one channel. */
export interface Part {
  /**
   * The provider's ID of the channel, such as a phone number ID. If `ofAccount`, the ID of an account that channels
   * share.
   */
  readonly externalId: string;
  readonly ofAccount?: boolean;
  readonly body: unknown;
}

/** Reads the webhooks of a network. */
export interface Network {
  /** Splits a body by the provider's IDs of channels. Omits parts without an ID. */
  partsOf(body: unknown): readonly Part[];
  /** Returns the items of one part, in the order in which they are handled. */
  itemsOf(body: unknown): readonly ParsedItem[];
}
