import type { Channel, Message, TemplateRecord } from '@parley/contract/schemas';
import type {
  ProviderTemplate,
  SendOutcome,
  StoredAttachment,
  StoredChannel,
  StoredMessage,
  TemplateDraft,
  Verified,
} from '@parley/domain';
import type { OpenedBytes } from '../../outbound/open-bytes.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import type { Sealer } from '../../sealing.ts';
import type { TenantContext } from '../../tenancy/context.ts';
import type { ChannelSecrets } from '../secrets.ts';
import type { ProviderRefusal } from './outcomes.ts';

/** The account of a channel at its provider. */
export interface Connection {
  readonly channel: StoredChannel;
  readonly secrets: ChannelSecrets;
}

export interface MessageSender {
  /** Sends a message. Called in no transaction, and once for each attempt. Never throws for what the provider answers. */
  send(ctx: TenantContext, request: { message: Message; attempt: number }): Promise<SendOutcome>;
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
  /** Renews the access token; absent where tokens cannot be renewed. */
  renew?(connection: Connection): Promise<Renewal>;
  /** Absent where the network has no templates. */
  readonly templates?: TemplateProvider;
  close(): Promise<void>;
}

/** What a provider does with templates. Each function throws SVC-PROVIDER-ERROR unless it was done. */
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

/** What a provider made of a template that was submitted. */
export type Decided = Pick<ProviderTemplate, 'externalId' | 'status' | 'rejectionReason'> &
  Partial<Pick<ProviderTemplate, 'category'>>;

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

/** What every adapter of a real provider needs. */
export interface AdapterDeps {
  readonly sealer: Sealer;
  /** Without the version: `https://graph.facebook.com`. */
  readonly baseUrl: string;
}

/** What adapters need that fetch files from addresses of others. */
export interface FileDeps extends AdapterDeps {
  readonly fetches: Outbound;
}

export type Provider = Channel['provider'];
export type ChannelAdapters = Readonly<Record<Provider, ChannelAdapter>>;
export type MessageSenders = Readonly<Record<Provider, MessageSender>>;
