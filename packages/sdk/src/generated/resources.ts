// Written by packages/sdk/scripts/generate.ts from the contract. Do not edit.
import type { FileInput } from '../core/fetch.ts';
import type { RequestOptions } from '../core/options.ts';
import type { PagePromise } from '../core/pages.ts';
import type { ParleyPromise } from '../core/promise.ts';
import type { Searched } from '../core/success.ts';
import type { WaitOptions } from '../core/wait.ts';
import type { WebhookEvent } from '../webhooks/event.ts';
import type { EventTypeCatalog } from './event-types.ts';
import type { AddContactTagsBody, Agency, AgencyClient, AgencyClientWithKey, AgencyGrant, ApiKey, AuditEntry, BatchContactsBody, BatchKnowledgeFaqsBody, CannedResponse, ChangeConsentBody, Channel, ClientUsage, ClientUsageQuery, Consent, Contact, ContactBatch, ContactImport, ContactImportError, ContactTags, ContactUpsert, Conversation, ConversationReport, ConversationReportQuery, CreateAgencyClientBody, CreateAgencyGrantBody, CreateCannedResponseBody, CreateChannelBody, CreateContactBody, CreateContactImportQuery, CreateConversationBody, CreateCustomFieldBody, CreateDealBody, CreateKnowledgeFaqBody, CreateKnowledgeSourceBody, CreateNoteBody, CreatePipelineBody, CreateSegmentBody, CreateStageBody, CreateSuppressionBody, CreateTagBody, CreateTemplateBody, CreateTicketBody, CreateTicketCommentBody, CreateWebhookEndpointBody, CustomField, Deal, DealHistoryEntry, DealReport, DealReportQuery, DeleteCustomFieldQuery, ExportContactsQuery, InboundFailure, InviteOwnerBody, IssueApiKeyBody, IssuedApiKey, KnowledgeChunk, KnowledgeFaq, KnowledgeFaqBatch, KnowledgeFaqFeedbackBody, KnowledgeFaqMatch, KnowledgeSource, KnowledgeSourceDetail, KnowledgeSourceMatch, LinkIdentityBody, ListAgencyClientsQuery, ListAgencyGrantsQuery, ListApiKeysQuery, ListAuditLogQuery, ListCannedResponsesQuery, ListChannelsQuery, ListConsentsQuery, ListContactImportErrorsQuery, ListContactImportsQuery, ListContactsQuery, ListConversationMessagesQuery, ListConversationsQuery, ListCustomFieldsQuery, ListDealHistoryQuery, ListDealsQuery, ListEventsQuery, ListInboundFailuresQuery, ListKnowledgeChunksQuery, ListKnowledgeFaqsQuery, ListKnowledgeSourcesQuery, ListMembersQuery, ListMessagesQuery, ListNotesQuery, ListPipelinesQuery, ListSegmentContactsQuery, ListSegmentsQuery, ListSuppressionsQuery, ListTagsQuery, ListTemplatesQuery, ListTicketCommentsQuery, ListTicketHistoryQuery, ListTicketsQuery, ListWebhookDeliveriesQuery, ListWebhookEndpointsQuery, MediaFile, Member, MergeContactsBody, Message, MessageEvent, MessageReport, MessageReportQuery, MoveDealsQuery, NewAgencyGrant, Note, OwnerInvitation, PageQuery, Pipeline, PipelineSummary, PreviewTemplateBody, ReorderStagesBody, ReplayWebhookBody, RotateWebhookSecretBody, Segment, SendConversationMessageBody, SendMessageBody, SimulateInboundBody, SimulateStatusBody, SimulatedInbound, Stage, Suppression, SuspendAgencyClientBody, Tag, TemplatePreview, TemplateRecord, TemplateSync, Tenant, TenantLimitUses, TestWebhookBody, Ticket, TicketComment, TicketHistoryEntry, TicketReport, TicketReportQuery, UpdateAgencyBody, UpdateAgencyClientBody, UpdateCannedResponseBody, UpdateChannelBody, UpdateContactBody, UpdateConversationBody, UpdateCustomFieldBody, UpdateDealBody, UpdateKnowledgeFaqBody, UpdateKnowledgeSourceBody, UpdateNoteBody, UpdatePipelineBody, UpdateSegmentBody, UpdateStageBody, UpdateTagBody, UpdateTemplateBody, UpdateTenantBody, UpdateTicketBody, UpdateWebhookEndpointBody, UploadMediaQuery, UpsertContactBody, WebhookDelivery, WebhookDeliveryDetail, WebhookEndpoint, WebhookEndpointWithSecret, WebhookReplay, WebhookSecret, WebhookTestResult } from './types.ts';

/** The agency that the API key belongs to. Every method fails with `PermissionDeniedError` when the tenant is not an agency. */
export interface Agencies {
  /**
   * Returns the agency of this API key, with the number of its clients.
   *
   *     const { counts, limits } = await parley.agencies.current();
   */
  current(options?: RequestOptions): ParleyPromise<Agency>;

  /**
   * Updates the given fields of the agency and of its branding. Fails with `NotFoundError` (the logo), `ConflictError`
   * (another agency has the domain) or `UnprocessableError` (the file cannot be a logo, or DNS has no record for the
   * domain).
   *
   *     await parley.agencies.update({ branding: { productName: 'Norte Desk', primaryColor: '#1f883d' } });
   */
  update(body: UpdateAgencyBody, options?: RequestOptions): ParleyPromise<Agency>;
}

/**
 * The clients of an agency. Every method fails with `PermissionDeniedError` when the tenant of the API key is not an
 * agency, or when the method needs a grant that the client has not given.
 */
export interface AgencyClients {
  /**
   * Lists the clients of the agency, newest first.
   *
   *     for await (const { name, grant } of parley.agencyClients.list()) console.log(name, grant?.status);
   */
  list(query?: ListAgencyClientsQuery, options?: RequestOptions): PagePromise<AgencyClient>;

  /**
   * Creates a client with its tenant, and with the grant and API key that the body asks for. `secret` is the key. Fails
   * with `NotFoundError` (the client of `copyFrom`), `ConflictError` (the slug or `externalId` is taken) and
   * `UnprocessableError` (too many clients, or `issueKey` without a grant for it). A job copies the setup of the client
   * in `copyFrom`; `copy` shows the result.
   *
   *     const { id, secret } = await parley.agencyClients.create({
   *       name: 'Padaria Aurora', grant: { permissions: ['manage', 'keys'] }, issueKey: { name: 'Dashboard' },
   *     });
   */
  create(body: CreateAgencyClientBody, options?: RequestOptions): ParleyPromise<AgencyClientWithKey>;

  /**
   * Returns one client. Fails with `NotFoundError` (unknown ID).
   *
   *     const { timezone } = await parley.agencyClients.get(id);
   */
  get(id: string, options?: RequestOptions): ParleyPromise<AgencyClient>;

  /**
   * Updates the given fields of a client; some of them are fields of its tenant, such as its limits. Fails with
   * `NotFoundError` (unknown ID) or `ConflictError` (the slug or `externalId` is taken).
   *
   *     await parley.agencyClients.update(id, { metadata: { plan: 'gold' } });
   */
  update(id: string, body: UpdateAgencyClientBody, options?: RequestOptions): ParleyPromise<AgencyClient>;

  /**
   * Invites the owner of a client that the agency created, for example when the link of the first invitation has expired.
   * `invitationToken` is the token of the link, shown only now. Fails with `PermissionDeniedError` (a member of the client
   * has joined), `NotFoundError` (unknown ID), `ConflictError` (the member is deactivated) or `UnprocessableError` (too
   * many members or invitations).
   *
   *     const { invitationToken } = await parley.agencyClients.inviteOwner(id, { name: 'Bo Berg', email: 'bo@example.com' });
   */
  inviteOwner(id: string, body: InviteOwnerBody, options?: RequestOptions): ParleyPromise<OwnerInvitation>;

  /**
   * Returns what a client used in a period, and its limits. Fails with `NotFoundError` (unknown ID) or
   * `UnprocessableError` (the period is too long).
   *
   *     const { messages } = await parley.agencyClients.usage(id, { from: '2026-11-01', to: '2026-12-01' });
   */
  usage(id: string, query: ClientUsageQuery, options?: RequestOptions): ParleyPromise<ClientUsage>;

  /**
   * Archives a client and revokes its grant. If the agency created the tenant of the client, the server suspends this
   * tenant, and deletes it with its data after 30 days. Fails with `NotFoundError` (unknown ID).
   *
   *     await parley.agencyClients.archive(id);
   */
  archive(id: string, options?: RequestOptions): ParleyPromise<void>;

  /**
   * Suspends a client that the agency created: the server refuses every later request of the client. Suspending it
   * again has no effect. Fails with `NotFoundError` (unknown ID) or `ConflictError` (an operator has archived the
   * tenant).
   *
   *     await parley.agencyClients.suspend(id, { reason: 'Unpaid since August' });
   */
  suspend(id: string, body?: SuspendAgencyClientBody, options?: RequestOptions): ParleyPromise<AgencyClient>;

  /**
   * Reactivates a suspended client. Fails with `NotFoundError` (unknown ID) or `ConflictError` (an operator has
   * archived the tenant).
   *
   *     await parley.agencyClients.reactivate(id);
   */
  reactivate(id: string, options?: RequestOptions): ParleyPromise<AgencyClient>;

  /**
   * Lists the grants that a client has given the agency, newest first. Fails with `NotFoundError` (unknown ID).
   *
   *     for await (const { permissions } of parley.agencyClients.listGrants(id)) console.log(permissions);
   */
  listGrants(id: string, query?: ListAgencyGrantsQuery, options?: RequestOptions): PagePromise<AgencyGrant>;

  /**
   * Creates a grant of a client that allows it with its setting `agencyCanRegrant`. Fails with `NotFoundError` (unknown
   * ID), `ConflictError` (there is an active grant) or `UnprocessableError` (an expiry time in the past).
   *
   *     await parley.agencyClients.createGrant(id, { permissions: ['keys'] });
   */
  createGrant(id: string, body: NewAgencyGrant, options?: RequestOptions): ParleyPromise<AgencyGrant>;

  /**
   * Returns one grant of a client. Fails with `NotFoundError` (unknown ID).
   *
   *     const { expiresAt } = await parley.agencyClients.getGrant(id, grantId);
   */
  getGrant(id: string, agencyGrantId: string, options?: RequestOptions): ParleyPromise<AgencyGrant>;

  /**
   * Revokes a grant of a client, and with it the API keys that were issued under it. Revoking it again has no effect.
   * Fails with `NotFoundError` (unknown ID).
   *
   *     await parley.agencyClients.revokeGrant(id, grantId);
   */
  revokeGrant(id: string, agencyGrantId: string, options?: RequestOptions): ParleyPromise<void>;

  /**
   * Lists the API keys of a client that the agency issued, newest first, without their secrets. Fails with
   * `NotFoundError` (unknown ID).
   *
   *     for await (const { hint } of parley.agencyClients.listApiKeys(id)) console.log(hint);
   */
  listApiKeys(id: string, query?: ListApiKeysQuery, options?: RequestOptions): PagePromise<ApiKey>;

  /**
   * Issues an API key of a client. `secret` is the key, shown only now. Fails with `NotFoundError` (unknown ID) or
   * `UnprocessableError` (the client has 50 active keys).
   *
   *     const { secret } = await parley.agencyClients.issueApiKey(id, { name: 'Dashboard' });
   */
  issueApiKey(id: string, body: IssueApiKeyBody, options?: RequestOptions): ParleyPromise<IssuedApiKey>;

  /**
   * Returns one API key that the agency issued. Fails with `NotFoundError` (unknown ID).
   *
   *     const { lastUsedAt } = await parley.agencyClients.getApiKey(id, apiKeyId);
   */
  getApiKey(id: string, apiKeyId: string, options?: RequestOptions): ParleyPromise<ApiKey>;

  /**
   * Revokes an API key that the agency issued. Revoking it again has no effect. Fails with `NotFoundError` (unknown
   * ID).
   *
   *     await parley.agencyClients.revokeApiKey(id, apiKeyId);
   */
  revokeApiKey(id: string, apiKeyId: string, options?: RequestOptions): ParleyPromise<ApiKey>;
}

/**
 * The grants that this tenant gives to agencies. For the grants that an agency has, see `agencyClients`. Creating or
 * revoking a grant with an API key that an agency issued fails with `PermissionDeniedError`.
 */
export interface AgencyGrants {
  /**
   * Lists the grants that this tenant has given, newest first.
   *
   *     for await (const { agencyId } of parley.agencyGrants.list({ status: 'active' })) console.log(agencyId);
   */
  list(query?: ListAgencyGrantsQuery, options?: RequestOptions): PagePromise<AgencyGrant>;

  /**
   * Gives an agency a grant. Fails with `NotFoundError` (no agency has this ID) or `ConflictError` (the agency has an
   * active grant). Also fails with `UnprocessableError` (too many grants, or an expiry time in the past).
   *
   *     await parley.agencyGrants.create({ agencyId, permissions: ['keys'] });
   */
  create(body: CreateAgencyGrantBody, options?: RequestOptions): ParleyPromise<AgencyGrant>;

  /**
   * Returns one grant. Fails with `NotFoundError` (unknown ID).
   *
   *     const { status } = await parley.agencyGrants.get(id);
   */
  get(id: string, options?: RequestOptions): ParleyPromise<AgencyGrant>;

  /**
   * Revokes a grant: the server refuses every later request with an API key that was issued under it. Revoking it again
   * has no effect. Fails with `NotFoundError` (unknown ID).
   *
   *     await parley.agencyGrants.revoke(id);
   */
  revoke(id: string, options?: RequestOptions): ParleyPromise<void>;
}

/** API keys of the tenant. The console and `parley keys create` create them; an agency can also issue some. */
export interface ApiKeys {
  /**
   * Lists the API keys of the tenant, newest first, without their secrets.
   *
   *     for await (const key of parley.apiKeys.list({ status: 'active' })) console.log(key.hint);
   */
  list(query?: ListApiKeysQuery, options?: RequestOptions): PagePromise<ApiKey>;

  /**
   * Returns the API key that this client uses.
   *
   *     const { rateLimit, expiresAt } = await parley.apiKeys.current();
   */
  current(options?: RequestOptions): ParleyPromise<ApiKey>;

  /**
   * Revokes an API key: the server refuses every later request with it. Revoking it again has no effect. Fails with
   * `NotFoundError` (unknown ID).
   *
   *     await parley.apiKeys.revoke(leaked.id);
   */
  revoke(id: string, options?: RequestOptions): ParleyPromise<ApiKey>;
}

/** Log of changes to settings, keys and credentials, and of merges, erasures and exports. */
export interface AuditLog {
  /**
   * Lists audited actions, the newest first.
   *
   *     const { data } = await parley.auditLog.list({ action: 'api_key.revoked' });
   */
  list(query?: ListAuditLogQuery, options?: RequestOptions): PagePromise<AuditEntry>;
}

/** Prepared texts that users of the tenant send often. */
export interface CannedResponses {
  /**
   * Lists canned responses, sorted by shortcut.
   *
   *     const { data } = await parley.cannedResponses.list({ q: 'hello', language: ['en'] });
   */
  list(query?: ListCannedResponsesQuery, options?: RequestOptions): PagePromise<CannedResponse>;

  /**
   * Creates a canned response. Fails with `ConflictError` when another one has the same shortcut, ignoring case:
   * `details.existingId` is its ID.
   *
   *     await parley.cannedResponses.create({ shortcut: 'hello', text: 'Hello {{contact.firstName|there}}!' });
   */
  create(body: CreateCannedResponseBody, options?: RequestOptions): ParleyPromise<CannedResponse>;

  /**
   * Returns one canned response. Fails with `NotFoundError` (unknown ID).
   *
   *     const { text } = await parley.cannedResponses.get(id);
   */
  get(id: string, options?: RequestOptions): ParleyPromise<CannedResponse>;

  /**
   * Updates the given fields; null clears a field. Fails with `NotFoundError` (unknown ID) or `ConflictError` (the
   * shortcut is taken).
   *
   *     await parley.cannedResponses.update(id, { title: 'First greeting' });
   */
  update(id: string, body: UpdateCannedResponseBody, options?: RequestOptions): ParleyPromise<CannedResponse>;

  /**
   * Deletes a canned response. Fails with `NotFoundError` (unknown ID).
   *
   *     await parley.cannedResponses.delete(id);
   */
  delete(id: string, options?: RequestOptions): ParleyPromise<void>;
}

/** Connections to WhatsApp, Instagram and TikTok. */
export interface Channels {
  /**
   * Lists the channels of the tenant, newest first.
   *
   *     const [whatsapp] = (await parley.channels.list({ type: 'whatsapp', status: 'active' })).data;
   */
  list(query?: ListChannelsQuery, options?: RequestOptions): PagePromise<Channel>;

  /**
   * Creates a channel. A sandbox channel is active at once, others after `verify`. Fails with `ConflictError` when its
   * `externalId` is taken, `NotFoundError` when a user in `assigneeIds` does not exist, and `UnprocessableError` when
   * `config` or `credentials` do not fit the provider.
   *
   *     await parley.channels.create({ name: 'Test', type: 'whatsapp', provider: 'sandbox' });
   */
  create(body: CreateChannelBody, options?: RequestOptions): ParleyPromise<Channel>;

  /**
   * Returns one channel. Fails with `NotFoundError` (unknown ID).
   *
   *     const { capabilities } = await parley.channels.get(id);
   */
  get(id: string, options?: RequestOptions): ParleyPromise<Channel>;

  /**
   * Updates the given fields. With new `config` or `credentials` the channel sends nothing until `verify` succeeds.
   * Fails with `NotFoundError` (unknown ID), `ConflictError` (the channel is deleted) or `UnprocessableError` (fields
   * of another provider).
   *
   *     await parley.channels.update(id, { settings: { throttlePerSecond: 20 } });
   */
  update(id: string, body: UpdateChannelBody, options?: RequestOptions): ParleyPromise<Channel>;

  /**
   * Verifies the account and the credentials of a channel with its provider. `status` becomes `active`, or `error` with
   * the reasons in `verification.checks`. Fails with `NotFoundError` (unknown ID), `ConflictError` (deleted, or another
   * channel has this account) or `ServerError` (the provider does not answer).
   *
   *     const { status, verification } = await parley.channels.verify(id);
   */
  verify(id: string, options?: RequestOptions): ParleyPromise<Channel>;

  /**
   * Archives a channel: it sends and receives no more messages, and its existing messages stay. Fails with
   * `NotFoundError` (unknown ID).
   *
   *     await parley.channels.delete(id);
   */
  delete(id: string, options?: RequestOptions): ParleyPromise<void>;

  /**
   * Verifies a channel, and activates it if every check succeeds. Fails as `verify` does: with `NotFoundError`,
   * `ConflictError` (deleted, or another channel has this account) and `ServerError` (the provider does not answer).
   *
   *     await parley.channels.enable(id);
   */
  enable(id: string, options?: RequestOptions): ParleyPromise<Channel>;

  /**
   * Disables a channel: the server refuses to send messages, and queued ones wait until it is enabled or they expire.
   * Inbound messages are still handled. Fails with `NotFoundError` (unknown ID) or `ConflictError` (the channel is
   * deleted).
   *
   *     await parley.channels.disable(id);
   */
  disable(id: string, options?: RequestOptions): ParleyPromise<Channel>;

  /**
   * Lists the items of provider webhooks that the server could not handle, newest first. Fails with `NotFoundError`
   * (unknown ID).
   *
   *     const failed = parley.channels.listInboundFailures(id, { status: 'failed' });
   */
  listInboundFailures(id: string, query?: ListInboundFailuresQuery, options?: RequestOptions): PagePromise<InboundFailure>;

  /**
   * Handles an item of a webhook again. The server removes the item when that succeeds. Fails with `NotFoundError`
   * (unknown ID).
   *
   *     await parley.channels.retryInboundFailure(id, 'inf_01KAF2H0000000000000000000');
   */
  retryInboundFailure(id: string, inboundFailureId: string, options?: RequestOptions): ParleyPromise<InboundFailure>;

  /**
   * Sandbox: simulates a message from a customer. Fails with `NotFoundError` (unknown ID), `ConflictError` (deleted
   * channel) or `UnprocessableError` (not a sandbox channel, or the network has no such address).
   *
   *     await parley.channels.simulateInbound(id, { from: '5511987654321', type: 'text', text: 'Hi!' });
   */
  simulateInbound(id: string, body: SimulateInboundBody, options?: RequestOptions): ParleyPromise<SimulatedInbound>;

  /**
   * Sandbox: simulates a provider's report about a message. Fails with `NotFoundError` (unknown ID), `ConflictError`
   * (deleted channel) or `UnprocessableError` (not a sandbox channel).
   *
   *     await parley.channels.simulateStatus(id, { messageId, status: 'read' });
   */
  simulateStatus(id: string, body: SimulateStatusBody, options?: RequestOptions): ParleyPromise<Message>;
}

/** Imports of contacts from CSV files. */
export interface ContactImports {
  /**
   * Lists imports, the newest first.
   *
   *     const { data } = await parley.contactImports.list({ status: ['running'] });
   */
  list(query?: ListContactImportsQuery, options?: RequestOptions): PagePromise<ContactImport>;

  /**
   * Imports the rows of a CSV file of at most 100 MB: up to 100 rows at once, more in the background; `wait` resolves when it has ended. For a
   * file on disk use `openAsBlob` of `node:fs`. Fails with `BadRequestError` or `UnprocessableError` (the file or
   * `mapping` cannot be used; nothing is imported then).
   *
   *     const { id } = await parley.contactImports.create(new Blob(['phone,name\n+14155550123,Ana']));
   */
  create(file: FileInput, query?: CreateContactImportQuery, options?: RequestOptions): ParleyPromise<ContactImport>;

  /**
   * Returns an import with its progress. Fails with `NotFoundError` (unknown ID).
   *
   *     const { status, processed, total } = await parley.contactImports.get(id);
   */
  get(id: string, options?: RequestOptions): ParleyPromise<ContactImport>;

  /**
   * Waits until an import has ended, and returns it: its status is `completed`, `failed` or `canceled`. Reads it every
   * second and passes it to `onProgress`. Without a `signal` it waits as long as it takes. Fails with `NotFoundError`
   * (unknown ID).
   *
   *     const { created, failed } = await parley.contactImports.wait(id, { onProgress: show });
   */
  wait(id: string, options?: WaitOptions<ContactImport>): Promise<ContactImport>;

  /**
   * Lists the mistakes in the rows of an import. Fails with `NotFoundError` (unknown ID).
   *
   *     for await (const { row, field, message } of parley.contactImports.listErrors(id)) console.log(row, field, message);
   */
  listErrors(id: string, query?: ListContactImportErrorsQuery, options?: RequestOptions): PagePromise<ContactImportError>;

  /**
   * Cancels an import. Rows that were already applied are not undone. Fails with `NotFoundError` (unknown ID) or
   * `ConflictError` (the import has ended).
   *
   *     await parley.contactImports.cancel(id);
   */
  cancel(id: string, options?: RequestOptions): ParleyPromise<ContactImport>;
}

/** People that the tenant exchanges messages with. */
export interface Contacts {
  /**
   * Lists contacts, newest first.
   *
   *     for await (const contact of parley.contacts.list({ tag: 'vip' })) console.log(contact.name);
   */
  list(query?: ListContactsQuery, options?: RequestOptions): PagePromise<Contact>;

  /**
   * Returns the contacts as a CSV file, newest first. `await` holds the whole file in memory and must end within `timeoutMs`: a
   * million contacts are about 200 MB. `asResponse()` streams it.
   *
   *     const { body } = await parley.contacts.export({ tag: 'vip' }).asResponse();
   */
  export(query?: ExportContactsQuery, options?: RequestOptions): ParleyPromise<Blob>;

  /**
   * Creates a contact. Fails with `ConflictError` when phone, email or externalId belong to another contact, whose ID
   * is `details.existingId`. Fails with `NotFoundError` when there is no user with that `ownerId`, and with
   * `UnprocessableError` when that user is not active.
   *
   *     await parley.contacts.create({ name: 'Ana Souza', phone: '+5511987654321' });
   */
  create(body: CreateContactBody, options?: RequestOptions): ParleyPromise<Contact>;

  /**
   * Updates the contact that has the `externalId`, `phone` or `email` of the body, and creates one if no contact has any of
   * them. `match` limits the fields by which the contact is looked up. Absent fields keep their values; null clears a
   * field. Concurrent calls create one contact. Fails with `ConflictError` when the fields belong to different contacts
   * (`SVC-CONTACT-AMBIGUOUS`), or when a field that is not in `match` belongs to another contact (`SVC-CONFLICT`). Fails
   * with `NotFoundError` and `UnprocessableError` as `create` does.
   *
   *     const { contact, created } = await parley.contacts.upsert({ externalId: 'customer-1042', name: 'Ana Lima' });
   */
  upsert(body: UpsertContactBody, options?: RequestOptions): ParleyPromise<ContactUpsert>;

  /**
   * Creates or updates up to 100 contacts, each like `upsert`. A contact that breaks a rule does not affect the others: look
   * at the `status` and `error` of each result. A field of an invalid form, such as a `phone` without country code, fails
   * the whole call with `BadRequestError`.
   *
   *     const items = [{ externalId: 'customer-1', name: 'Ana' }, { externalId: 'customer-2', name: 'Bruno' }];
   *     const { results } = await parley.contacts.batch({ items });
   *     const failed = results.filter(({ status }) => status === 'error');
   */
  batch(body: BatchContactsBody, options?: RequestOptions): ParleyPromise<ContactBatch>;

  /**
   * Merges two contacts. The primary contact gets the identities, conversations, messages, deals, tickets and notes of
   * the duplicate, and its values where it has none; the duplicate no longer exists. Repeating a merge changes nothing.
   * Fails with `NotFoundError` (unknown ID), or with `UnprocessableError` when both are the same contact.
   *
   *     const contact = await parley.contacts.merge({ primaryId: id, duplicateId: contactId });
   */
  merge(body: MergeContactsBody, options?: RequestOptions): ParleyPromise<Contact>;

  /**
   * Returns one contact. Fails with `NotFoundError` (unknown ID).
   *
   *     const { identities } = await parley.contacts.get(id);
   */
  get(id: string, options?: RequestOptions): ParleyPromise<Contact>;

  /**
   * Updates the given fields; null clears a field. `tags` replaces the list; `metadata` and `customFields` are merged
   * by key. Fails with `NotFoundError` (unknown ID), `ConflictError` (phone, email or `externalId` taken) or
   * `UnprocessableError` (the owner is not active).
   *
   *     await parley.contacts.update(id, { tags: ['vip'], metadata: { plan: 'gold' } });
   */
  update(id: string, body: UpdateContactBody, options?: RequestOptions): ParleyPromise<Contact>;

  /**
   * Erases a contact with its conversations, messages, notes and earlier events, and the texts of its tickets and
   * deals. Fails with `NotFoundError` (unknown ID).
   *
   *     await parley.contacts.delete(id);
   */
  delete(id: string, options?: RequestOptions): ParleyPromise<void>;

  /**
   * Records that a contact refuses marketing messages, or all messages. The server refuses such messages with
   * `SVC-RECIPIENT-OPTED-OUT`, and queued ones become `failed`. Fails with `NotFoundError` (unknown ID).
   *
   *     await parley.contacts.optOut(id, { scope: 'marketing' });
   */
  optOut(id: string, body: ChangeConsentBody, options?: RequestOptions): ParleyPromise<Contact>;

  /**
   * Records that a contact allows marketing messages, or all messages. Fails with `NotFoundError` (unknown ID).
   *
   *     await parley.contacts.optIn(id, { scope: 'marketing', channelType: 'whatsapp' });
   */
  optIn(id: string, body: ChangeConsentBody, options?: RequestOptions): ParleyPromise<Contact>;

  /**
   * Lists what a contact has decided about messages, the newest decision first. Fails with `NotFoundError` (unknown
   * ID).
   *
   *     const { data } = await parley.contacts.listConsents(id, { scope: ['marketing'] });
   */
  listConsents(id: string, query?: ListConsentsQuery, options?: RequestOptions): PagePromise<Consent>;

  /**
   * Blocks a contact: it gets no messages. Its own messages are still stored. Fails with `NotFoundError` (unknown ID).
   *
   *     await parley.contacts.block(id);
   */
  block(id: string, options?: RequestOptions): ParleyPromise<Contact>;

  /**
   * Unblocks a contact. Fails with `NotFoundError` (unknown ID).
   *
   *     await parley.contacts.unblock(id);
   */
  unblock(id: string, options?: RequestOptions): ParleyPromise<Contact>;

  /**
   * Archives a contact: lists leave it out, and everything else stays as it is. A message from the contact restores it,
   * unless it is blocked. Fails with `NotFoundError` (unknown ID).
   *
   *     await parley.contacts.archive(id);
   */
  archive(id: string, options?: RequestOptions): ParleyPromise<Contact>;

  /**
   * Restores an archived contact. Fails with `NotFoundError` (unknown ID).
   *
   *     await parley.contacts.unarchive(id);
   */
  unarchive(id: string, options?: RequestOptions): ParleyPromise<Contact>;

  /**
   * Adds tags to a contact. Tags that the contact has are ignored. Fails with `NotFoundError` (unknown ID), or with
   * `BadRequestError` when the contact would have more than 50 tags.
   *
   *     const { tags } = await parley.contacts.addTags(id, { tags: ['vip'] });
   */
  addTags(id: string, body: AddContactTagsBody, options?: RequestOptions): ParleyPromise<ContactTags>;

  /**
   * Removes a tag from a contact, whatever its case and accents. Fails with `NotFoundError` (unknown ID), also when the
   * contact does not have the tag.
   *
   *     await parley.contacts.removeTag(id, 'vip');
   */
  removeTag(id: string, name: string, options?: RequestOptions): ParleyPromise<void>;
}

/** Conversations: the messages with one contact on one channel. */
export interface Conversations {
  /**
   * Lists conversations of every status, latest activity first. The order can change while you page: to copy all, sort
   * by `updatedAt`.
   *
   *     for await (const { contact } of parley.conversations.list({ unread: true })) show(contact);
   */
  list(query?: ListConversationsQuery, options?: RequestOptions): PagePromise<Conversation>;

  /**
   * Returns the conversation that a message to a contact (`contactId`) or an address (`to`) would go into, and creates
   * it if there is none. Sends nothing. Fails with `NotFoundError`, `ConflictError` (the channel cannot send now) or
   * `UnprocessableError` (an invalid address, a contact without one on this channel, or a new one with a
   * blocked contact).
   *
   *     const { id } = await parley.conversations.create({ channelId, contactId });
   */
  create(body: CreateConversationBody, options?: RequestOptions): ParleyPromise<Conversation>;

  /**
   * Returns one conversation, without its messages. Fails with `NotFoundError` (unknown ID).
   *
   *     const { window } = await parley.conversations.get(id);
   */
  get(id: string, options?: RequestOptions): ParleyPromise<Conversation>;

  /**
   * Updates the given fields; null clears a field. Only a conversation that is `snoozed` after the update takes a
   * `snoozedUntil`, in the future. Fails with `NotFoundError` (unknown ID), `ConflictError` (status change not allowed)
   * or `UnprocessableError` (`snoozedUntil`, or an assignee who is not active).
   *
   *     await parley.conversations.update(id, { status: 'snoozed', snoozedUntil: tomorrow });
   */
  update(id: string, body: UpdateConversationBody, options?: RequestOptions): ParleyPromise<Conversation>;

  /**
   * Sets the unread count to 0. Fails with `NotFoundError` (unknown ID).
   *
   *     await parley.conversations.markRead(id);
   */
  markRead(id: string, options?: RequestOptions): ParleyPromise<Conversation>;

  /**
   * Sets the unread count to 1 if it is 0. Fails with `NotFoundError` (unknown ID).
   *
   *     await parley.conversations.markUnread(id);
   */
  markUnread(id: string, options?: RequestOptions): ParleyPromise<Conversation>;

  /**
   * Shows the customer that you are typing. Fails with `NotFoundError` (unknown ID), `ConflictError` (the channel is
   * not active) or `UnprocessableError` (the contact is blocked, or the messaging window is closed).
   *
   *     await parley.conversations.typing(id);
   */
  typing(id: string, options?: RequestOptions): ParleyPromise<void>;

  /**
   * Lists the messages of a conversation, newest first. Fails with `NotFoundError` (unknown ID).
   *
   *     const { data, nextCursor } = await parley.conversations.listMessages(id, { limit: 20 });
   */
  listMessages(id: string, query?: ListConversationMessagesQuery, options?: RequestOptions): PagePromise<Message>;

  /**
   * Queues a message to the contact of a conversation, like `messages.send`. Fails with `NotFoundError`,
   * `ConflictError` (the channel cannot send now) or `UnprocessableError` (the messaging window is closed, the template
   * is not usable, or the channel does not allow the content).
   *
   *     await parley.conversations.sendMessage(id, { type: 'text', text: 'On its way!' });
   */
  sendMessage(id: string, body: SendConversationMessageBody, options?: RequestOptions): ParleyPromise<Message>;
}

/**
 * Typed fields that the tenant defines for its contacts, conversations, deals or tickets. Their values are in
 * `customFields` of each record.
 */
export interface CustomFields {
  /**
   * Lists custom fields, sorted by position.
   *
   *     const { data } = await parley.customFields.list({ entity: ['contact'] });
   */
  list(query?: ListCustomFieldsQuery, options?: RequestOptions): PagePromise<CustomField>;

  /**
   * Creates a custom field. Fails with `ConflictError` when another one has the same key, ignoring case. Fails with
   * `UnprocessableError` when the options do not fit the type, or the kind of record has 100 custom fields.
   *
   *     await parley.customFields.create({ entity: 'contact', key: 'birthday', label: 'Birthday', type: 'date' });
   */
  create(body: CreateCustomFieldBody, options?: RequestOptions): ParleyPromise<CustomField>;

  /**
   * Returns one custom field. Fails with `NotFoundError` (unknown ID).
   *
   *     const { options } = await parley.customFields.get(id);
   */
  get(id: string, options?: RequestOptions): ParleyPromise<CustomField>;

  /**
   * Updates the given fields. The key and the type cannot be changed. Fails with `NotFoundError` (unknown ID) or
   * `UnprocessableError` (the options do not fit the type).
   *
   *     await parley.customFields.update(id, { options: ['silver', 'gold', 'platinum'] });
   */
  update(id: string, body: UpdateCustomFieldBody, options?: RequestOptions): ParleyPromise<CustomField>;

  /**
   * Deletes a custom field; `force` also removes its values from all records. Fails with `NotFoundError` (unknown ID)
   * or `ConflictError` (records have values).
   *
   *     await parley.customFields.delete(id, { force: true });
   */
  delete(id: string, query?: DeleteCustomFieldQuery, options?: RequestOptions): ParleyPromise<void>;
}

/** Deals: sales that go through the stages of a pipeline. */
export interface Deals {
  /**
   * Lists deals, the newest first.
   *
   *     const { data } = await parley.deals.list({ status: ['open'], sort: '-value' });
   */
  list(query?: ListDealsQuery, options?: RequestOptions): PagePromise<Deal>;

  /**
   * Creates a deal at the end of its stage. Fails with `NotFoundError` (a record that it names), `ConflictError` when
   * another deal, `details.existingId`, has the same `externalId`, or `UnprocessableError` (the stage belongs to another
   * pipeline).
   *
   *     await parley.deals.create({ title: 'Catering for 80 people', value: 4_800, currency: 'BRL' });
   */
  create(body: CreateDealBody, options?: RequestOptions): ParleyPromise<Deal>;

  /**
   * Returns one deal. Fails with `NotFoundError` (unknown ID).
   *
   *     const { status, stageId } = await parley.deals.get(id);
   */
  get(id: string, options?: RequestOptions): ParleyPromise<Deal>;

  /**
   * Updates the given fields; `stageId`, `pipelineId`, `status` and `position` move the deal. Fails with
   * `NotFoundError` (unknown ID), `ConflictError` (a won deal cannot become lost, or the `externalId` is taken) and
   * `UnprocessableError` (the stage does not fit).
   *
   *     await parley.deals.update(id, { status: 'lost', lostReason: 'Too expensive' });
   */
  update(id: string, body: UpdateDealBody, options?: RequestOptions): ParleyPromise<Deal>;

  /**
   * Deletes a deal and its history. Fails with `NotFoundError` (unknown ID).
   *
   *     await parley.deals.delete(id);
   */
  delete(id: string, options?: RequestOptions): ParleyPromise<void>;

  /**
   * Lists the stages that a deal was in, the newest first, each with its duration in seconds. Fails with
   * `NotFoundError` (unknown ID).
   *
   *     const { data } = await parley.deals.listHistory(id);
   */
  listHistory(id: string, query?: ListDealHistoryQuery, options?: RequestOptions): PagePromise<DealHistoryEntry>;
}

/** The types of events that the server knows. */
export interface EventTypes {
  /**
   * Lists every event type of the server, with its JSON Schema and an example.
   *
   *     const { eventTypes } = await parley.eventTypes.all();
   */
  all(options?: RequestOptions): ParleyPromise<EventTypeCatalog>;
}

/** Event log of the last 30 days: the events that webhooks also send. */
export interface Events {
  /**
   * Lists events in the order of `sequence`, which has gaps only where the events of an erased contact were. To miss no
   * event, pass the `sequence` of the last event that you handled as `afterSequence`.
   *
   *     for await (const event of parley.events.list({ afterSequence })) {
   *       if (event.type === 'message.received') console.log(event.data.object.text);
   *     }
   */
  list(query?: ListEventsQuery, options?: RequestOptions): PagePromise<WebhookEvent>;

  /**
   * Returns one event. Fails with `NotFoundError` (unknown ID, or the event is no longer stored).
   *
   *     const { type, subject } = await parley.events.get(id);
   */
  get(id: string, options?: RequestOptions): ParleyPromise<WebhookEvent>;
}

/** Addresses of contacts on the networks. `contacts.get` returns those of a contact. */
export interface Identities {
  /**
   * Links an address to a contact, and returns the contact. Fails with `NotFoundError` (unknown ID), `ConflictError`
   * (another contact has the address) or `UnprocessableError` (the text is not an address of the network, or the channel is
   * missing).
   *
   *     const contact = await parley.identities.link(contactId, { channelType: 'whatsapp', address: '+5511987654321' });
   */
  link(contactId: string, body: LinkIdentityBody, options?: RequestOptions): ParleyPromise<Contact>;

  /**
   * Unlinks an address from a contact. Fails with `NotFoundError` (unknown ID), or with `ConflictError` when the
   * address has conversations.
   *
   *     await parley.identities.unlink(contactId, id);
   */
  unlink(contactId: string, id: string, options?: RequestOptions): ParleyPromise<void>;
}

/** FAQs: questions with their answers. `list({ q })` finds the FAQs that answer `q`, also if `q` uses other words. */
export interface KnowledgeFaqs {
  /**
   * Lists FAQs. With `q`: the FAQs that answer it, best first, each with its `confidence`. Without: all, last changed
   * first.
   *
   *     const [best] = (await parley.knowledgeFaqs.list({ q: 'when does my parcel come?' })).data;
   *     const isSure = best?.confidence === 'exact' || best?.confidence === 'high';
   */
  list(query?: ListKnowledgeFaqsQuery, options?: RequestOptions): PagePromise<KnowledgeFaqMatch, Searched>;

  /**
   * Creates an FAQ. Searches find it at once, unless it is a draft. Fails with `ConflictError` when another one has the
   * same question and language, or the same `externalId`. Fails with `NotFoundError` when `sourceId` does not exist.
   *
   *     await parley.knowledgeFaqs.create({
   *       question: 'How long does delivery take?',
   *       alternateQuestions: ['When will my order arrive?'],
   *       answer: 'Two working days within the city, five elsewhere.',
   *     });
   */
  create(body: CreateKnowledgeFaqBody, options?: RequestOptions): ParleyPromise<KnowledgeFaq>;

  /**
   * Creates up to 100 FAQs, and updates those whose `externalId` exists. Each one succeeds or fails by itself: check
   * `status` and `error` of every result. Fails with `BadRequestError`, without any change, when an item has an invalid
   * field.
   *
   *     const items = [{ externalId: '17', question: 'Do you ship abroad?', answer: 'Yes.' }];
   *     const { results } = await parley.knowledgeFaqs.batch({ items });
   *     for (const { index, error } of results) if (error) console.error(index, error.message);
   */
  batch(body: BatchKnowledgeFaqsBody, options?: RequestOptions): ParleyPromise<KnowledgeFaqBatch>;

  /**
   * Returns one FAQ. Fails with `NotFoundError` (unknown ID).
   *
   *     const { hitCount, helpfulCount, unhelpfulCount } = await parley.knowledgeFaqs.get(id);
   */
  get(id: string, options?: RequestOptions): ParleyPromise<KnowledgeFaq>;

  /**
   * Updates the given fields. Fails with `NotFoundError` (unknown ID) or `ConflictError` (question or `externalId`
   * taken, or status change not allowed).
   *
   *     await parley.knowledgeFaqs.update(id, { status: 'archived' });
   */
  update(id: string, body: UpdateKnowledgeFaqBody, options?: RequestOptions): ParleyPromise<KnowledgeFaq>;

  /**
   * Deletes an FAQ. Fails with `NotFoundError` (unknown ID).
   *
   *     await parley.knowledgeFaqs.delete(id);
   */
  delete(id: string, options?: RequestOptions): ParleyPromise<void>;

  /**
   * Adds 1 to `helpfulCount` or `unhelpfulCount` of an FAQ. Fails with `NotFoundError` (unknown ID).
   *
   *     await parley.knowledgeFaqs.feedback(id, { helpful: true });
   */
  feedback(id: string, body: KnowledgeFaqFeedbackBody, options?: RequestOptions): ParleyPromise<void>;
}

/** Knowledge sources: documents that bots and people can search. */
export interface KnowledgeSources {
  /**
   * Lists documents. With `q`: those that match, best first, with the matching passages. Without: all, last changed
   * first.
   *
   *     const { data } = await parley.knowledgeSources.list({ q: 'can I send it back?', limit: 3 });
   *     for (const { title, score, snippets } of data) console.log(score, title, snippets[0]?.text);
   */
  list(query?: ListKnowledgeSourcesQuery, options?: RequestOptions): PagePromise<KnowledgeSourceMatch, Searched>;

  /**
   * Creates a document from text, Markdown or HTML, or from a page that the server fetches. Text of up to 50,000
   * characters can be found when the call returns. Longer text and pages are `processing` first, and searches find them
   * when they are `ready`. Fails with `ConflictError` when `externalId` is taken, and with `UnprocessableError` when
   * the server is configured to fetch no pages.
   *
   *     const content = '# Returns\n\nSend it back within 30 days.';
   *     await parley.knowledgeSources.create({ type: 'markdown', title: 'Help', content });
   */
  create(body: CreateKnowledgeSourceBody, options?: RequestOptions): ParleyPromise<KnowledgeSource>;

  /**
   * Returns one document with its content. Fails with `NotFoundError` (unknown ID).
   *
   *     const { status, error, content } = await parley.knowledgeSources.get(id);
   */
  get(id: string, options?: RequestOptions): ParleyPromise<KnowledgeSourceDetail>;

  /**
   * Updates the given fields. Searches find the old content until the new one is indexed. Fails with `NotFoundError`
   * (unknown ID), `ConflictError` (`externalId` taken, or status change not allowed) or `UnprocessableError` (`content`
   * for a page that the server fetches).
   *
   *     await parley.knowledgeSources.update(id, { status: 'archived' });
   */
  update(id: string, body: UpdateKnowledgeSourceBody, options?: RequestOptions): ParleyPromise<KnowledgeSource>;

  /**
   * Deletes a document. FAQs that refer to it stay. Fails with `NotFoundError` (unknown ID).
   *
   *     await parley.knowledgeSources.delete(id);
   */
  delete(id: string, options?: RequestOptions): ParleyPromise<void>;

  /**
   * Indexes a document again in the background. A page is fetched again first. Fails with `NotFoundError` (unknown ID),
   * `ConflictError` (the source is archived) or `UnprocessableError` (the server fetches no pages).
   *
   *     const { status } = await parley.knowledgeSources.reindex(id);
   */
  reindex(id: string, options?: RequestOptions): ParleyPromise<KnowledgeSource>;

  /**
   * Lists the chunks of a document: the passages that searches find. Fails with `NotFoundError` (unknown ID).
   *
   *     for await (const { headings, text } of parley.knowledgeSources.listChunks(id)) {
   *       console.log(headings.join(' > '), text.length);
   *     }
   */
  listChunks(id: string, query?: ListKnowledgeChunksQuery, options?: RequestOptions): PagePromise<KnowledgeChunk>;
}

/** Stored files: uploads for messages, and the files that customers sent. */
export interface Media {
  /**
   * Uploads a file of at most 100 MiB for `media: { id }` of a message. The name of a `File` is used unless
   * `filename` is given. For a file on disk use `openAsBlob` of `node:fs`, which does not read the file into
   * memory. Fails with `BadRequestError` (no bytes) or `UnprocessableError` (the bytes do not match the
   * `type` of the `Blob`).
   *
   *     const { id } = await parley.media.upload(new Blob(['Hello']), { filename: 'hello.txt' });
   */
  upload(file: FileInput, query?: UploadMediaQuery, options?: RequestOptions): ParleyPromise<MediaFile>;

  /**
   * Returns the details of a file. Its `url` downloads it without an API key and is valid for 15 minutes. Fails with
   * `NotFoundError` (unknown ID).
   *
   *     const { url, mimeType } = await parley.media.get(id);
   */
  get(id: string, options?: RequestOptions): ParleyPromise<MediaFile>;

  /**
   * Downloads a file into memory and returns its bytes; `asResponse()` streams them. Fails with `NotFoundError`
   * (unknown ID).
   *
   *     const blob = await parley.media.download(id);
   */
  download(id: string, options?: RequestOptions): ParleyPromise<Blob>;

  /**
   * Deletes a file. Fails with `NotFoundError` (unknown ID) or `ConflictError` (the file is the logo of the agency).
   *
   *     await parley.media.delete(id);
   */
  delete(id: string, options?: RequestOptions): ParleyPromise<void>;
}

/** Users of the tenant, who can own contacts and be assigned conversations and tickets. */
export interface Members {
  /**
   * Lists members, the oldest first.
   *
   *     const { data } = await parley.members.list({ active: true });
   */
  list(query?: ListMembersQuery, options?: RequestOptions): PagePromise<Member>;

  /**
   * Returns one member. Fails with `NotFoundError` (unknown ID).
   *
   *     const { name, role } = await parley.members.get(id);
   */
  get(id: string, options?: RequestOptions): ParleyPromise<Member>;
}

/** Messages in both directions, of all channels. */
export interface Messages {
  /**
   * Queues a message to one recipient. Resolves when the server has stored it, before it is sent: follow `status` with
   * `get`, or the events. Creates a missing contact and conversation. Fails with `NotFoundError` (channel),
   * `ConflictError` (the channel cannot send now) or `UnprocessableError` (recipient, window, template, text too
   * long).
   *
   *     await parley.messages.send({ channelId, to: '5511987654321', type: 'text', text: 'Hello' });
   */
  send(body: SendMessageBody, options?: RequestOptions): ParleyPromise<Message>;

  /**
   * Lists messages of all conversations, newest first.
   *
   *     const failed = await parley.messages.list({ status: 'failed' }).toArray({ limit: 50 });
   */
  list(query?: ListMessagesQuery, options?: RequestOptions): PagePromise<Message>;

  /**
   * Returns one message. Fails with `NotFoundError` (unknown ID).
   *
   *     const { status, error } = await parley.messages.get(id);
   */
  get(id: string, options?: RequestOptions): ParleyPromise<Message>;

  /**
   * Returns everything that the server recorded about a message, oldest first, including late and contradicting
   * reports. Fails with `NotFoundError` (unknown ID).
   *
   *     for await (const { type, at } of parley.messages.listEvents(id)) console.log(at, type);
   */
  listEvents(id: string, query?: PageQuery, options?: RequestOptions): PagePromise<MessageEvent>;

  /**
   * Cancels a queued message. Fails with `NotFoundError` (unknown ID), or with `ConflictError` when it is no longer
   * queued.
   *
   *     await parley.messages.cancel(id);
   */
  cancel(id: string, options?: RequestOptions): ParleyPromise<Message>;

  /**
   * Queues a failed message again. If its `error.reason` is `unknown_outcome`, the recipient may get it twice. Fails
   * with `NotFoundError` (unknown ID) and `ConflictError` (the message did not fail, its `error.retryable` is false, or
   * the channel cannot send now). Fails with `UnprocessableError` when the messaging window has closed, the template was
   * deleted or is no longer approved, or the contact gets no such messages.
   *
   *     await parley.messages.retry(id);
   */
  retry(id: string, options?: RequestOptions): ParleyPromise<Message>;
}

/** Notes about contacts, conversations and deals. Customers never see them. */
export interface Notes {
  /**
   * Lists the notes of a contact, the newest first. Fails with `NotFoundError` (unknown ID).
   *
   *     const { data } = await parley.notes.listOfContact(contactId, { pinned: true });
   */
  listOfContact(contactId: string, query?: ListNotesQuery, options?: RequestOptions): PagePromise<Note>;

  /**
   * Adds a note to a contact. Fails with `NotFoundError` (unknown ID).
   *
   *     await parley.notes.createOnContact(contactId, { body: 'Prefers to be called after 18:00.' });
   */
  createOnContact(contactId: string, body: CreateNoteBody, options?: RequestOptions): ParleyPromise<Note>;

  /**
   * Lists the notes of a conversation, the newest first. Fails with `NotFoundError` (unknown ID).
   *
   *     const { data } = await parley.notes.listOfConversation(conversationId);
   */
  listOfConversation(conversationId: string, query?: ListNotesQuery, options?: RequestOptions): PagePromise<Note>;

  /**
   * Adds a note to a conversation. Fails with `NotFoundError` (unknown ID).
   *
   *     await parley.notes.createOnConversation(conversationId, { body: 'Waits for the courier.' });
   */
  createOnConversation(conversationId: string, body: CreateNoteBody, options?: RequestOptions): ParleyPromise<Note>;

  /**
   * Lists the notes of a deal, the newest first. Fails with `NotFoundError` (unknown ID).
   *
   *     const { data } = await parley.notes.listOfDeal(dealId);
   */
  listOfDeal(dealId: string, query?: ListNotesQuery, options?: RequestOptions): PagePromise<Note>;

  /**
   * Adds a note to a deal. Fails with `NotFoundError` (unknown ID).
   *
   *     await parley.notes.createOnDeal(dealId, { body: 'Asks for a discount of 5 %.', pinned: true });
   */
  createOnDeal(dealId: string, body: CreateNoteBody, options?: RequestOptions): ParleyPromise<Note>;

  /**
   * Returns one note. Fails with `NotFoundError` (unknown ID).
   *
   *     const { subject, body } = await parley.notes.get(id);
   */
  get(id: string, options?: RequestOptions): ParleyPromise<Note>;

  /**
   * Updates the given fields of a note. Fails with `NotFoundError` (unknown ID).
   *
   *     await parley.notes.update(id, { pinned: false });
   */
  update(id: string, body: UpdateNoteBody, options?: RequestOptions): ParleyPromise<Note>;

  /**
   * Deletes a note. Fails with `NotFoundError` (unknown ID).
   *
   *     await parley.notes.delete(id);
   */
  delete(id: string, options?: RequestOptions): ParleyPromise<void>;
}

/** Pipelines with the stages that deals go through. */
export interface Pipelines {
  /**
   * Lists pipelines with their stages, sorted by position.
   *
   *     const { data } = await parley.pipelines.list();
   */
  list(query?: ListPipelinesQuery, options?: RequestOptions): PagePromise<Pipeline>;

  /**
   * Creates a pipeline. Fails with `ConflictError` (two stages have the same name) or `UnprocessableError` (no stage
   * is `open`, or the tenant has 50 pipelines).
   *
   *     await parley.pipelines.create({ name: 'Renewals', stages: [{ name: 'Due' }, { name: 'Won', kind: 'won' }] });
   */
  create(body: CreatePipelineBody, options?: RequestOptions): ParleyPromise<Pipeline>;

  /**
   * Returns one pipeline with its stages. Fails with `NotFoundError` (unknown ID).
   *
   *     const { stages } = await parley.pipelines.get(id);
   */
  get(id: string, options?: RequestOptions): ParleyPromise<Pipeline>;

  /**
   * Updates the given fields; null clears a field. Fails with `NotFoundError` (unknown ID) or `UnprocessableError` (the
   * default pipeline would be archived).
   *
   *     await parley.pipelines.update(id, { isDefault: true });
   */
  update(id: string, body: UpdatePipelineBody, options?: RequestOptions): ParleyPromise<Pipeline>;

  /**
   * Deletes a pipeline; `moveDealsTo` is the stage of another pipeline that gets its deals. Fails with `NotFoundError`
   * (unknown ID), `ConflictError` (the pipeline has deals, and `moveDealsTo` is missing) or `UnprocessableError` (it is
   * the default pipeline).
   *
   *     await parley.pipelines.delete(id, { moveDealsTo: stageId });
   */
  delete(id: string, query?: MoveDealsQuery, options?: RequestOptions): ParleyPromise<void>;

  /**
   * Returns the number of deals in each stage, and their sums in each currency. Fails with `NotFoundError` (unknown
   * ID).
   *
   *     const { stages } = await parley.pipelines.summary(id);
   */
  summary(id: string, options?: RequestOptions): ParleyPromise<PipelineSummary>;

  /**
   * Changes the order of the stages of a pipeline. Fails with `NotFoundError` (unknown ID), or with
   * `UnprocessableError` unless `stageIds` has every stage once.
   *
   *     const { stages } = await parley.pipelines.get(id);
   *     await parley.pipelines.reorderStages(id, { stageIds: stages.map((stage) => stage.id).reverse() });
   */
  reorderStages(id: string, body: ReorderStagesBody, options?: RequestOptions): ParleyPromise<Pipeline>;
}

/**
 * Reports: counts and durations of records, for each hour, day or week of a time zone. A report has at most 750 such
 * intervals, 20,000 intervals in all its series, and counts at most 1,000,000 records. A larger one fails with
 * `UnprocessableError`, whose message says what to change.
 */
export interface Reports {
  /**
   * Counts messages by direction and status. Fails with `UnprocessableError` above the limits of reports.
   *
   *     const { series } = await parley.reports.messages({ from: '2026-11-01', to: '2026-12-01', groupBy: 'channel' });
   */
  messages(query: MessageReportQuery, options?: RequestOptions): ParleyPromise<MessageReport>;

  /**
   * Counts the conversations that were created and those that were closed, with the times until the first reply and
   * until they were closed. Fails with `UnprocessableError` above the limits of reports.
   *
   *     const { series } = await parley.reports.conversations({ from: '2026-11-01', to: '2026-12-01', groupBy: 'member' });
   */
  conversations(query: ConversationReportQuery, options?: RequestOptions): ParleyPromise<ConversationReport>;

  /**
   * Counts the tickets that were created and those that were solved, with the times until the first response and the
   * solution. Fails with `UnprocessableError` above the limits of reports.
   *
   *     const { series } = await parley.reports.tickets({ from: '2026-11-01', to: '2026-12-01', interval: 'week' });
   */
  tickets(query: TicketReportQuery, options?: RequestOptions): ParleyPromise<TicketReport>;

  /**
   * Counts the deals that were created, those that were won and those that were lost, with the exact sums of their
   * values. Fails with `UnprocessableError` above the limits of reports.
   *
   *     const { series } = await parley.reports.deals({ from: '2026-11-01', to: '2026-12-01', groupBy: 'pipeline' });
   */
  deals(query: DealReportQuery, options?: RequestOptions): ParleyPromise<DealReport>;
}

/** Named filters of contacts. */
export interface Segments {
  /**
   * Lists segments, sorted by name.
   *
   *     for await (const { id, name } of parley.segments.list()) console.log(id, name);
   */
  list(query?: ListSegmentsQuery, options?: RequestOptions): PagePromise<Segment>;

  /**
   * Creates a segment. `filter` has the filters of `contacts.list`. Fails with `ConflictError` when another segment has
   * the same name, ignoring case: `details.existingId` is its ID.
   *
   *     await parley.segments.create({ name: 'VIP customers', filter: { tag: ['vip'], lifecycle: ['customer'] } });
   */
  create(body: CreateSegmentBody, options?: RequestOptions): ParleyPromise<Segment>;

  /**
   * Returns one segment. Fails with `NotFoundError` (unknown ID).
   *
   *     const { filter } = await parley.segments.get(id);
   */
  get(id: string, options?: RequestOptions): ParleyPromise<Segment>;

  /**
   * Updates the given fields; `filter` replaces the whole filter. Fails with `NotFoundError` (unknown ID) or
   * `ConflictError` (the name is taken).
   *
   *     await parley.segments.update(id, { filter: { tag: ['vip', 'wholesale'] } });
   */
  update(id: string, body: UpdateSegmentBody, options?: RequestOptions): ParleyPromise<Segment>;

  /**
   * Deletes a segment. Its contacts stay as they are. Fails with `NotFoundError` (unknown ID).
   *
   *     await parley.segments.delete(id);
   */
  delete(id: string, options?: RequestOptions): ParleyPromise<void>;

  /**
   * Lists the contacts that match the filter of a segment, newest first. Fails with `NotFoundError` (unknown ID).
   *
   *     for await (const contact of parley.segments.listContacts(id)) console.log(contact.name);
   */
  listContacts(id: string, query?: ListSegmentContactsQuery, options?: RequestOptions): PagePromise<Contact>;
}

/** The stages of a pipeline. `pipelines.get` returns all of them. */
export interface Stages {
  /**
   * Adds a stage to a pipeline. Fails with `NotFoundError` (unknown ID), `ConflictError` (the pipeline has a stage of
   * this name) or `UnprocessableError` (the pipeline has 50 stages).
   *
   *     await parley.stages.create(pipelineId, { name: 'Demo', probability: 40, position: 1 });
   */
  create(pipelineId: string, body: CreateStageBody, options?: RequestOptions): ParleyPromise<Stage>;

  /**
   * Returns one stage. Fails with `NotFoundError` (unknown ID).
   *
   *     const { name, kind } = await parley.stages.get(pipelineId, id);
   */
  get(pipelineId: string, id: string, options?: RequestOptions): ParleyPromise<Stage>;

  /**
   * Updates the given fields; null clears a field. Fails with `NotFoundError` (unknown ID) or `ConflictError` (the name
   * is taken).
   *
   *     await parley.stages.update(pipelineId, id, { rottenAfterDays: 7 });
   */
  update(pipelineId: string, id: string, body: UpdateStageBody, options?: RequestOptions): ParleyPromise<Stage>;

  /**
   * Deletes a stage; `moveDealsTo` is the stage of the pipeline that gets its deals. Fails with `NotFoundError`
   * (unknown ID), `ConflictError` (the stage has deals, and `moveDealsTo` is missing) or `UnprocessableError` (it is
   * the last open stage).
   *
   *     await parley.stages.delete(pipelineId, id, { moveDealsTo: stageId });
   */
  delete(pipelineId: string, id: string, query?: MoveDealsQuery, options?: RequestOptions): ParleyPromise<void>;
}

/**
 * Addresses that get no messages, or no marketing messages: every contact that has the address is opted out. A
 * suppression needs no contact.
 */
export interface Suppressions {
  /**
   * Lists suppressions, newest first. `address` limits the list to the suppressions of one address.
   *
   *     const { data } = await parley.suppressions.list({ address: '+5511987654321' });
   */
  list(query?: ListSuppressionsQuery, options?: RequestOptions): PagePromise<Suppression>;

  /**
   * Opts an address out of marketing messages, or of all messages. Contacts that have the address are opted out at
   * once, and new contacts with it from the start. Fails with `UnprocessableError` when it is not an address of the
   * network.
   *
   *     await parley.suppressions.create({ channelType: 'whatsapp', address: '+5511987654321', scope: 'all' });
   */
  create(body: CreateSuppressionBody, options?: RequestOptions): ParleyPromise<Suppression>;

  /**
   * Returns one suppression. Fails with `NotFoundError` (unknown ID).
   *
   *     const { scope, decidedAt } = await parley.suppressions.get(id);
   */
  get(id: string, options?: RequestOptions): ParleyPromise<Suppression>;

  /**
   * Deletes a suppression. Contacts that have the address keep their `consent`. Fails with `NotFoundError` (unknown
   * ID).
   *
   *     await parley.suppressions.delete(id);
   */
  delete(id: string, options?: RequestOptions): ParleyPromise<void>;
}

/** The tags of all records with the field `tags`, such as contacts, tickets and FAQs. */
export interface Tags {
  /**
   * Lists tags, sorted by name, each with the number of records that have it.
   *
   *     for await (const { name, contactCount } of parley.tags.list()) console.log(name, contactCount);
   */
  list(query?: ListTagsQuery, options?: RequestOptions): PagePromise<Tag>;

  /**
   * Creates a tag; a record that is written with an unknown tag creates it as well. Fails with `ConflictError` when
   * there is a tag with the same name, ignoring case and accents: `details.existingId` is its ID.
   *
   *     await parley.tags.create({ name: 'vip', color: '#1f883d' });
   */
  create(body: CreateTagBody, options?: RequestOptions): ParleyPromise<Tag>;

  /**
   * Returns one tag. Fails with `NotFoundError` (unknown ID).
   *
   *     const { contactCount } = await parley.tags.get(id);
   */
  get(id: string, options?: RequestOptions): ParleyPromise<Tag>;

  /**
   * Updates the given fields; null clears a field. A new name replaces the earlier one in all records. Beyond 500
   * records, or after 5 seconds, the tag is `renaming` until the server has changed the rest. Fails with
   * `NotFoundError` (unknown ID) or `ConflictError` (the name is taken, or the tag is not `active`).
   *
   *     const { status } = await parley.tags.update(id, { name: 'VIP customer' });
   */
  update(id: string, body: UpdateTagBody, options?: RequestOptions): ParleyPromise<Tag>;

  /**
   * Deletes a tag and removes it from all records. Beyond 500 records, or after 5 seconds, the tag is `deleting`
   * until the server has changed the rest. Fails with `NotFoundError` (unknown ID) or `ConflictError` (the tag is
   * `renaming`).
   *
   *     await parley.tags.delete(id);
   */
  delete(id: string, options?: RequestOptions): ParleyPromise<void>;
}

/** Message templates of WhatsApp channels. */
export interface Templates {
  /**
   * Lists the templates of a channel, sorted by name. Fails with `NotFoundError` (unknown ID).
   *
   *     const { data } = await parley.templates.list(channelId, { status: ['approved'] });
   */
  list(channelId: string, query?: ListTemplatesQuery, options?: RequestOptions): PagePromise<TemplateRecord>;

  /**
   * Submits a template to the provider, which reviews it. Fails with `NotFoundError` (unknown channel or file),
   * `ConflictError` (this name and language exist), `UnprocessableError` (content, the file, or the app's ID is
   * missing) or `ServerError` (the provider refuses it).
   *
   *     await parley.templates.create(channelId, {
   *       name: 'order_update', language: 'en_US', category: 'utility',
   *       components: [{ type: 'body', text: 'Hello {{1}}, your order is on its way.' }],
   *       examples: { 1: 'Ana' },
   *     });
   */
  create(channelId: string, body: CreateTemplateBody, options?: RequestOptions): ParleyPromise<TemplateRecord>;

  /**
   * Returns one template of a channel. Fails with `NotFoundError` (unknown ID).
   *
   *     const { status, variables } = await parley.templates.get(channelId, id);
   */
  get(channelId: string, id: string, options?: RequestOptions): ParleyPromise<TemplateRecord>;

  /**
   * Replaces the components of a template, which the provider reviews again. Fails with `NotFoundError` (unknown
   * channel, template or file), `ConflictError` (its status allows no change), `UnprocessableError` (content, the file,
   * or the app's ID is missing) or `ServerError` (the provider refuses it).
   *
   *     await parley.templates.update(channelId, id, {
   *       components: [{ type: 'body', text: 'Hello {{1}}, your order has left.' }],
   *       examples: { 1: 'Ana' },
   *     });
   */
  update(channelId: string, id: string, body: UpdateTemplateBody, options?: RequestOptions): ParleyPromise<TemplateRecord>;

  /**
   * Deletes a template, here and at the provider. Templates of the same name in other languages stay. Fails with
   * `NotFoundError` (unknown ID), `ConflictError` (the channel is not ready), `UnprocessableError` (the network does
   * not support templates) and `ServerError` (the provider refuses it).
   *
   *     await parley.templates.delete(channelId, id);
   */
  delete(channelId: string, id: string, options?: RequestOptions): ParleyPromise<void>;

  /**
   * Reads all templates from the provider in the background. `templatesSyncedAt` of the channel is the time when it
   * ended. Fails with `NotFoundError` (unknown ID), `ConflictError` (the channel is not ready) or `UnprocessableError`
   * (the network has no templates).
   *
   *     await parley.templates.sync(channelId);
   */
  sync(channelId: string, options?: RequestOptions): ParleyPromise<TemplateSync>;

  /**
   * Returns the texts of a template with these values. Sends no message. Fails with `NotFoundError` (unknown ID) or
   * `UnprocessableError` (a value is missing or not allowed).
   *
   *     const { text } = await parley.templates.preview(channelId, id, { variables: { 1: 'Ana' } });
   */
  preview(channelId: string, id: string, body: PreviewTemplateBody, options?: RequestOptions): ParleyPromise<TemplatePreview>;
}

/** Tenant of the API key. */
export interface Tenants {
  /**
   * Returns the tenant of the API key.
   *
   *     const { name, timezone } = await parley.tenants.current();
   */
  current(options?: RequestOptions): ParleyPromise<Tenant>;

  /**
   * Updates the given fields and settings of the tenant of the API key. Fails with `UnprocessableError` when a keyword would
   * both opt out and opt in.
   *
   *     await parley.tenants.update({ settings: { optOutConfirmation: 'You get no more messages from us.' } });
   */
  update(body: UpdateTenantBody, options?: RequestOptions): ParleyPromise<Tenant>;

  /**
   * Returns the limits of the tenant of the API key and their use. A limit that is not set is null.
   *
   *     const { contacts } = await parley.tenants.limits();
   *     if (contacts) console.log(`${contacts.used} of ${contacts.max} contacts`);
   */
  limits(options?: RequestOptions): ParleyPromise<TenantLimitUses>;
}

/** Comments on tickets: public ones, which can be sent to the customer, and internal ones. */
export interface TicketComments {
  /**
   * Lists the comments of a ticket, the oldest first. Fails with `NotFoundError` (unknown ID).
   *
   *     const { data } = await parley.ticketComments.list(ticketId, { visibility: ['public'] });
   */
  list(ticketId: string, query?: ListTicketCommentsQuery, options?: RequestOptions): PagePromise<TicketComment>;

  /**
   * Adds a comment, and with `deliver` sends it to the customer. Fails with `NotFoundError` (unknown ID),
   * `ConflictError` (the ticket is closed, or the channel cannot send now) or `UnprocessableError` (the fields
   * contradict each other, or `messages.send` would refuse the message).
   *
   *     await parley.ticketComments.create(ticketId, { body: 'On its way!', visibility: 'public', deliver: true });
   */
  create(ticketId: string, body: CreateTicketCommentBody, options?: RequestOptions): ParleyPromise<TicketComment>;

  /**
   * Returns one comment of a ticket. Fails with `NotFoundError` (unknown ID).
   *
   *     const { body, author } = await parley.ticketComments.get(ticketId, id);
   */
  get(ticketId: string, id: string, options?: RequestOptions): ParleyPromise<TicketComment>;
}

/** Requests of customers that users work on until they are solved. */
export interface Tickets {
  /**
   * Lists tickets, the last changed first.
   *
   *     const { data } = await parley.tickets.list({ status: ['new', 'open'], sort: '-priority' });
   */
  list(query?: ListTicketsQuery, options?: RequestOptions): PagePromise<Ticket>;

  /**
   * Creates a ticket with the next number of the tenant. Fails with `NotFoundError` (unknown ID), `ConflictError` when
   * another ticket, `details.existingId`, has the same `externalId`, or `UnprocessableError` (the user is inactive, or
   * the conversation is with another contact).
   *
   *     const { number } = await parley.tickets.create({ subject: 'The parcel is damaged', contactId: id });
   */
  create(body: CreateTicketBody, options?: RequestOptions): ParleyPromise<Ticket>;

  /**
   * Returns one ticket. Fails with `NotFoundError` (unknown ID).
   *
   *     const { status } = await parley.tickets.get(id);
   */
  get(id: string, options?: RequestOptions): ParleyPromise<Ticket>;

  /**
   * Updates the given fields; null clears a field. Fails with `NotFoundError` (unknown ID), `ConflictError` (the status
   * does not allow the change, or the `externalId` is taken) or `UnprocessableError` (the assignee is inactive).
   *
   *     await parley.tickets.update(id, { status: 'solved' });
   */
  update(id: string, body: UpdateTicketBody, options?: RequestOptions): ParleyPromise<Ticket>;

  /**
   * Deletes a ticket with its history. Its number is not used again. Fails with `NotFoundError` (unknown ID).
   *
   *     await parley.tickets.delete(id);
   */
  delete(id: string, options?: RequestOptions): ParleyPromise<void>;

  /**
   * Lists the changes of status, priority and assignee of a ticket, the oldest first. Fails with `NotFoundError`
   * (unknown ID).
   *
   *     const { data } = await parley.tickets.listHistory(id, { field: ['status'] });
   */
  listHistory(id: string, query?: ListTicketHistoryQuery, options?: RequestOptions): PagePromise<TicketHistoryEntry>;
}

/** Deliveries: each sends one event to one webhook endpoint. */
export interface WebhookDeliveries {
  /**
   * Returns one delivery with all attempts: response, duration and error of each. Fails with `NotFoundError` (unknown
   * ID).
   *
   *     const { status, attempts } = await parley.webhookDeliveries.get(id);
   */
  get(id: string, options?: RequestOptions): ParleyPromise<WebhookDeliveryDetail>;

  /**
   * Delivers the event again at once, with the same `webhook-id`. Fails with `ConflictError` before the first attempt,
   * during an attempt, or when the endpoint is disabled. Fails with `NotFoundError` for an unknown delivery.
   *
   *     await parley.webhookDeliveries.redeliver(id);
   */
  redeliver(id: string, options?: RequestOptions): ParleyPromise<WebhookDelivery>;
}

/** URLs that receive events. `@parley/sdk/webhooks` has the handlers for the receiving side. */
export interface WebhookEndpoints {
  /**
   * Lists the webhook endpoints of the tenant, newest first.
   *
   *     const failing = (await parley.webhookEndpoints.list()).data.filter((one) => one.failingSince);
   */
  list(query?: ListWebhookEndpointsQuery, options?: RequestOptions): PagePromise<WebhookEndpoint>;

  /**
   * Creates an endpoint, which receives events of the given types from now on. Verify them with `secret`. If the SDK
   * sent the request again because the response was lost, `secret` is null: use `getSecret`. Fails with `ConflictError`
   * (`url` is taken) and `NotFoundError` (one of the `channelIds` does not exist). Also fails with `UnprocessableError`
   * (`url` is not a public address, or there are too many endpoints).
   *
   *     const { id, secret } = await parley.webhookEndpoints.create({ url, events: ['message.*'] });
   */
  create(body: CreateWebhookEndpointBody, options?: RequestOptions): ParleyPromise<WebhookEndpointWithSecret>;

  /**
   * Returns one webhook endpoint. Fails with `NotFoundError` (unknown ID).
   *
   *     const { status, disabledReason } = await parley.webhookEndpoints.get(id);
   */
  get(id: string, options?: RequestOptions): ParleyPromise<WebhookEndpoint>;

  /**
   * Updates the given fields. After a change of `url`, waiting deliveries go to the new URL. Fails with `NotFoundError`
   * (unknown ID), `ConflictError` (the `url` is taken) and `UnprocessableError` (the `url` is not a public address).
   *
   *     await parley.webhookEndpoints.update(id, { events: ['*'], headers: { 'x-stage': 'test' } });
   */
  update(id: string, body: UpdateWebhookEndpointBody, options?: RequestOptions): ParleyPromise<WebhookEndpoint>;

  /**
   * Deletes an endpoint. Its waiting deliveries are canceled. Fails with `NotFoundError` (unknown ID).
   *
   *     await parley.webhookEndpoints.delete(id);
   */
  delete(id: string, options?: RequestOptions): ParleyPromise<void>;

  /**
   * Returns the secret and the old secrets with which the server still signs, for `verifyWebhook`. Fails with
   * `NotFoundError` (unknown ID).
   *
   *     const { secret, previous } = await parley.webhookEndpoints.getSecret(id);
   *     const secrets = [secret, ...previous.map((old) => old.secret)];
   */
  getSecret(id: string, options?: RequestOptions): ParleyPromise<WebhookSecret>;

  /**
   * Creates a new secret. The old one also signs for `overlapHours`; with 0, all old secrets are invalid at once. Fails
   * with `NotFoundError` (unknown ID), and with `UnprocessableError` when three old secrets are still valid.
   *
   *     const { secret } = await parley.webhookEndpoints.rotateSecret(id, { overlapHours: 48 });
   */
  rotateSecret(id: string, body?: RotateWebhookSecretBody, options?: RequestOptions): ParleyPromise<WebhookEndpointWithSecret>;

  /**
   * Enables a disabled endpoint for new events; `replay` sends the missed ones. Fails with `NotFoundError` (unknown
   * ID).
   *
   *     await parley.webhookEndpoints.enable(id);
   */
  enable(id: string, options?: RequestOptions): ParleyPromise<WebhookEndpoint>;

  /**
   * Disables an endpoint. Its waiting deliveries are canceled. Fails with `NotFoundError` (unknown ID).
   *
   *     await parley.webhookEndpoints.disable(id);
   */
  disable(id: string, options?: RequestOptions): ParleyPromise<WebhookEndpoint>;

  /**
   * Sends one signed test event at once, without retries, and returns the response. `delivered` is false when the
   * receiver failed. Fails with `NotFoundError` (unknown ID).
   *
   *     const { delivered, error } = await parley.webhookEndpoints.test(id, { type: 'message.received' });
   */
  test(id: string, body?: TestWebhookBody, options?: RequestOptions): ParleyPromise<WebhookTestResult>;

  /**
   * Sends past events in the background: those that the endpoint has not received, also those from before it existed.
   * With `onlyFailed: false`, it sends the others as well. Fails with `NotFoundError` (unknown ID), `ConflictError`
   * (the endpoint is disabled) or `UnprocessableError` (`until` is not after `since`).
   *
   *     const { count } = await parley.webhookEndpoints.replay(id, { since: yesterday });
   */
  replay(id: string, body: ReplayWebhookBody, options?: RequestOptions): ParleyPromise<WebhookReplay>;

  /**
   * Lists the deliveries of an endpoint, including waiting ones, newest first. Fails with `NotFoundError`
   * (unknown ID).
   *
   *     for await (const { eventType, lastAttempt } of parley.webhookEndpoints.listDeliveries(id, {
   *       status: ['retrying', 'exhausted'],
   *     })) {
   *       console.log(eventType, lastAttempt?.error?.message);
   *     }
   */
  listDeliveries(id: string, query?: ListWebhookDeliveriesQuery, options?: RequestOptions): PagePromise<WebhookDelivery>;
}
