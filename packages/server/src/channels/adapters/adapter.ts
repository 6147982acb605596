import type { Readable } from 'node:stream';
import type { Channel, Message, TemplateRecord } from '@parley/contract/schemas';
import type {
  ProviderTemplate,
  SendOutcome,
  Signal,
  StoredAttachment,
  StoredChannel,
  StoredMedia,
  StoredMessage,
  TemplateDraft,
  Verified,
} from '@parley/domain';
import type { OpenedBytes } from '../../outbound/open-bytes.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import type { Sealer } from '../../sealing.ts';
import type { TenantContext } from '../../tenancy/context.ts';
import type { ChannelSecrets } from '../secrets.ts';
import type { ProviderRefusal, Uploaded } from './outcomes.ts';

/** The account of a channel at its provider. */
export interface Connection {
  readonly channel: StoredChannel;
  readonly secrets: ChannelSecrets;
}

export interface SendRequest {
  readonly message: Message;
  readonly attempt: number;
  /** The result of `upload` for the file of the message; undefined when the message names no stored file. */
  readonly fileReference?: string | undefined;
}

export interface MessageSender {
  /**
   * Sends a message. Called in no transaction, and once for each attempt. Never throws because of an answer of the
   * provider.
   */
  send(ctx: TenantContext, request: SendRequest): Promise<SendOutcome>;
}

/** The provider of one network. */
export interface ChannelAdapter extends MessageSender {
  /**
   * Asks the provider whose credentials these are, and makes it send webhooks. Throws SVC-PROVIDER-ERROR when the
   * provider does not answer.
   */
  verify(connection: Connection): Promise<Verified>;
  /**
   * Opens the bytes of a file that a customer sent; absent where there are none. Throws when the provider does not give
   * them now.
   */
  openFile?(connection: Connection, file: RemoteFile): Promise<OpenedBytes>;
  /**
   * Makes a stored file available to the provider before a message is sent with it; absent where messages need no
   * files. Safe to run twice. Never throws because of an answer of the provider.
   */
  upload?(connection: Connection, file: OutgoingFile): Promise<Uploaded>;
  /**
   * Shows a customer that the business is typing, or that it has read the messages up to one; absent where the provider
   * shows nothing. Safe to run twice. Returns the refusal of the provider; `unknown` when it may have shown it.
   */
  signal?(
    connection: Connection,
    signal: CustomerSignal,
  ): Promise<ProviderRefusal | 'unknown' | undefined>;
  /** Renews the access token; absent where tokens cannot be renewed. */
  renew?(connection: Connection): Promise<Renewal>;
  /** Absent where the network has no templates. */
  readonly templates?: TemplateProvider;
  close(): Promise<void>;
}

export interface CustomerSignal {
  readonly kind: Signal;
  /** The address of the customer. */
  readonly to: string;
  /** The provider's ID of the newest message of the customer. */
  readonly externalId: string;
}

/** The actions of a provider on templates. Each function throws SVC-PROVIDER-ERROR unless the action succeeded. */
export interface TemplateProvider {
  /** All templates, in pages; a refusal ends them. */
  list(connection: Connection): AsyncIterable<TemplatePage | ProviderRefusal>;
  /** `exists`: the provider has another template of this name in this language. */
  create(connection: Connection, draft: TemplateDraft): Promise<Decided | 'exists'>;
  update(connection: Connection, before: TemplateRecord, draft: TemplateDraft): Promise<Decided>;
  remove(connection: Connection, template: TemplateRecord): Promise<void>;
}

export interface TemplatePage {
  readonly templates: readonly ProviderTemplate[];
  /** Templates that the provider has, and whose content could not be read. */
  readonly unread: readonly Pick<ProviderTemplate, 'name' | 'language'>[];
  /** False when the provider has more templates, which neither this page nor a later one names. */
  readonly isComplete: boolean;
}

/** The decision of a provider about a submitted template. */
export type Decided = Pick<ProviderTemplate, 'externalId' | 'status' | 'rejectionReason'> &
  Partial<Pick<ProviderTemplate, 'category'>>;

/** A stored file that a message is sent with. */
export interface OutgoingFile {
  readonly media: StoredMedia;
  readonly bytes: Readable;
  /** Serves the bytes without an API key for a while; only a path when the server knows no public address of itself. */
  readonly link: string;
}

/** A file of a message that was received. */
export interface RemoteFile {
  readonly message: StoredMessage;
  readonly attachment: StoredAttachment;
}

export type Renewal =
  | {
      readonly kind: 'renewed';
      readonly tokens: Pick<ChannelSecrets, 'accessToken' | 'refreshToken'>;
      expiresAt(nowMs: number): string;
    }
  | { readonly kind: 'refused'; readonly refusal: ProviderRefusal };

/** The dependencies of every adapter of a real provider. */
export interface AdapterDeps {
  readonly sealer: Sealer;
  /** Without the version: `https://graph.facebook.com`. */
  readonly baseUrl: string;
}

/** The dependencies of adapters that fetch files from addresses of others. */
export interface FileDeps extends AdapterDeps {
  readonly fetches: Outbound;
}

export type Provider = Channel['provider'];
export type ChannelAdapters = Readonly<Record<Provider, ChannelAdapter>>;
