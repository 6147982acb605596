import type { RequestOptions } from '../core/options.ts';
import type { PagePromise } from '../core/pages.ts';
import type { ParleyPromise } from '../core/promise.ts';
import type {
  AgencyClient,
  AgencyClientWithKey,
  AgencyGrant,
  ApiKey,
  ClientUsage,
  ClientUsageQuery,
  CreateAgencyClientBody,
  IssueApiKeyBody,
  IssuedApiKey,
  ListAgencyClientsQuery,
  ListAgencyGrantsQuery,
  ListApiKeysQuery,
  NewAgencyGrant,
  SuspendAgencyClientBody,
  UpdateAgencyClientBody,
} from '../generated/types.ts';

/**
 * The clients of an agency. Every method fails with `PermissionDeniedError` when the tenant of the API key is no
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
  create(
    body: CreateAgencyClientBody,
    options?: RequestOptions,
  ): ParleyPromise<AgencyClientWithKey>;

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
  update(
    id: string,
    body: UpdateAgencyClientBody,
    options?: RequestOptions,
  ): ParleyPromise<AgencyClient>;

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
  suspend(
    id: string,
    body?: SuspendAgencyClientBody,
    options?: RequestOptions,
  ): ParleyPromise<AgencyClient>;

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
  listGrants(
    id: string,
    query?: ListAgencyGrantsQuery,
    options?: RequestOptions,
  ): PagePromise<AgencyGrant>;

  /**
   * Creates a grant of a client that allows it with its setting `agencyCanRegrant`. Fails with `NotFoundError` (unknown
   * ID), `ConflictError` (there is an active grant) or `UnprocessableError` (an expiry time in the past).
   *
   *     await parley.agencyClients.createGrant(id, { permissions: ['keys'] });
   */
  createGrant(
    id: string,
    body: NewAgencyGrant,
    options?: RequestOptions,
  ): ParleyPromise<AgencyGrant>;

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
  issueApiKey(
    id: string,
    body: IssueApiKeyBody,
    options?: RequestOptions,
  ): ParleyPromise<IssuedApiKey>;

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
