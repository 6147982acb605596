import type { Readable } from 'node:stream';
import type { Channel, Message, TemplateRecord } from '@parley/contract/schemas';
import type {
  ProviderTemplate,
  QualityReport,
  SendOutcome,
  Signal,
  StoredAttachment,
  StoredChannel,
  StoredMedia,
  StoredMessage,
  TemplateDraft,
  Verified,
} from '@parley/domain';
import type { Profile } from '../../contacts/service.ts';
import type { OpenedBytes } from '../../outbound/open-bytes.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import type { AppConfig } from '../../provider-config.ts';
import type { Sealer } from '../../sealing.ts';
import type { TenantContext } from '../../tenancy/context.ts';
import type { ChannelSecrets } from '../secrets.ts';
import type { Answer, ProviderRefusal, Uploaded } from './outcomes.ts';

/** The account of a channel at its provider, with its credentials. */
export interface Connection {
  readonly channel: StoredChannel;
  readonly secrets: ChannelSecrets;
}

export interface SendRequest {
  readonly message: Message;
  readonly attempt: number;
  /** The result of `upload` for the file of the message; undefined when the message has no stored file. */
  readonly fileReference?: string | undefined;
  /**
   * Returns whether this worker still has the job of the message. Otherwise another worker may decide about the message,
   * so that it must not be sent.
   */
  isLeased(): boolean;
}

export interface MessageSender {
  /**
   * Sends a message. Call it outside of transactions, once for each attempt. Returns refusals of the provider and never
   * throws because of them.
   */
  send(ctx: TenantContext, request: SendRequest): Promise<SendOutcome>;
}

/** Calls the provider of one network. */
export interface ChannelAdapter extends MessageSender {
  /**
   * Checks the credentials at the provider, and subscribes to its webhooks. Throws SVC-PROVIDER-ERROR when the provider
   * does not answer.
   */
  verify(connection: Connection): Promise<Verified>;
  /**
   * Opens the bytes of a file that a customer sent. Absent for providers without such files. Throws when the provider
   * does not return the bytes now.
   */
  openFile?(connection: Connection, file: RemoteFile): Promise<OpenedBytes>;
  /**
   * Makes a stored file available to the provider before a message with it is sent. Absent for providers that need no
   * upload. Safe to repeat. Returns refusals of the provider and never throws because of them.
   */
  upload?(connection: Connection, file: OutgoingFile): Promise<Uploaded>;
  /**
   * Asks the provider whether a customer can get files, after the upload. Returns the refusal if the customer cannot.
   * Absent where all customers can get files.
   */
  refuseFile?(connection: Connection, to: string): Promise<ProviderRefusal | undefined>;
  /** Set when the server downloads the file at a URL, and uploads it. Otherwise the provider downloads it. */
  readonly uploadsFromUrls?: true;
  /**
   * Shows a customer that the business is typing, or that it has read the messages up to this one. Absent where the
   * provider offers neither. Safe to repeat. Returns the refusal, or `unknown` when the customer may have seen it.
   */
  signal?(
    connection: Connection,
    signal: CustomerSignal,
  ): Promise<ProviderRefusal | 'unknown' | undefined>;
  /** Asks for the names of a customer. Absent where webhooks state them. */
  profile?(connection: Connection, address: string): Promise<Answer<Profile>>;
  /** Asks for the quality of the channel. Absent where the network has none. */
  quality?(connection: Connection): Promise<Answer<QualityReport>>;
  /** Returns the app of the channel, as far as it is known. Absent for the sandbox. */
  appOf?(connection: Connection): ProviderApp;
  /** Renews the access token; absent where tokens cannot be renewed. */
  renew?(connection: Connection): Promise<Renewal>;
  /** The template functions of the provider. Absent where the network has no templates. */
  readonly templates?: TemplateProvider;
  close(): Promise<void>;
}

export interface CustomerSignal {
  readonly kind: Signal;
  /** The address of the customer. */
  readonly to: string;
  /** The provider's ID of the customer's newest message. */
  readonly externalId: string;
}

/** The actions of a provider on templates. Each function throws SVC-PROVIDER-ERROR unless the action succeeded. */
export interface TemplateProvider {
  /** Yields the templates of the provider page by page. If the provider refuses a page, yields the refusal and ends. */
  list(connection: Connection): AsyncIterable<TemplatePage | ProviderRefusal>;
  /**
   * Uploads the example of a header, and returns the value by which a template names it. Absent for the sandbox, which
   * needs no upload.
   */
  uploadExample?(
    connection: Connection,
    file: Pick<OutgoingFile, 'media' | 'bytes'>,
  ): Promise<string>;
  /** Creates a template. Returns `exists` when the provider has another template of this name in this language. */
  create(connection: Connection, draft: TemplateDraft): Promise<Decided | 'exists'>;
  update(connection: Connection, before: TemplateRecord, draft: TemplateDraft): Promise<Decided>;
  remove(connection: Connection, template: TemplateRecord): Promise<void>;
}

export interface TemplatePage {
  readonly templates: readonly ProviderTemplate[];
  /** The templates of the provider whose content could not be read. */
  readonly unread: readonly Pick<ProviderTemplate, 'name' | 'language'>[];
  /** Whether all pages together name every template of the provider. */
  readonly isComplete: boolean;
}

/** The decision of a provider about a submitted template. */
export type Decided = Pick<ProviderTemplate, 'externalId' | 'status' | 'rejectionReason'> &
  Partial<Pick<ProviderTemplate, 'category'>>;

/** A stored file that is sent with a message. */
export interface OutgoingFile {
  readonly media: StoredMedia;
  readonly bytes: Readable;
  /**
   * A URL that returns the bytes without an API key for a limited time. Only a path when PARLEY_PUBLIC_URL is not set.
   */
  readonly link: string;
}

/** A file of an inbound message that is still stored by the provider. */
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

/** The adapters, and the key that decrypts the credentials of a channel. */
export interface ProviderDeps {
  readonly adapters: ChannelAdapters;
  readonly secrets: Sealer;
}

/** The dependencies of every adapter of a real provider. */
export interface AdapterDeps {
  readonly sealer: Sealer;
  /** The URL of the API without its version: `https://graph.facebook.com`. */
  readonly baseUrl: string;
}

/** The dependencies of adapters that need the app at the provider. */
export interface AppDeps extends AdapterDeps {
  /** The app of channels that store no app of their own. */
  readonly app: AppConfig;
}

/** The ID and the secret of the app to which the tokens of a channel belong. */
export interface ProviderApp {
  readonly appId: string | undefined;
  readonly appSecret: string | undefined;
}

/** The dependencies of adapters that also fetch files from URLs that tenants or customers choose. */
export interface FileDeps extends AdapterDeps {
  readonly fetches: Outbound;
}

export type Provider = Channel['provider'];
export type ChannelAdapters = Readonly<Record<Provider, ChannelAdapter>>;
