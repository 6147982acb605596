import type { RequestOptions } from '../core/options.ts';
import type { PagePromise } from '../core/pages.ts';
import type { ParleyPromise } from '../core/promise.ts';
import type {
  Channel,
  CreateChannelBody,
  InboundFailure,
  ListChannelsQuery,
  ListInboundFailuresQuery,
  Message,
  SimulatedInbound,
  SimulateInboundBody,
  SimulateStatusBody,
  UpdateChannelBody,
} from '../generated/types.ts';

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
  listInboundFailures(
    id: string,
    query?: ListInboundFailuresQuery,
    options?: RequestOptions,
  ): PagePromise<InboundFailure>;

  /**
   * Handles an item of a webhook again. The server removes the item when that succeeds. Fails with `NotFoundError`
   * (unknown ID).
   *
   *     await parley.channels.retryInboundFailure(id, 'inf_01KAF2H0000000000000000000');
   */
  retryInboundFailure(
    id: string,
    inboundFailureId: string,
    options?: RequestOptions,
  ): ParleyPromise<InboundFailure>;

  /**
   * Sandbox: simulates a message from a customer. Fails with `NotFoundError` (unknown ID), `ConflictError` (not a
   * sandbox channel) or `UnprocessableError` (the network has no such address).
   *
   *     await parley.channels.simulateInbound(id, { from: '5511987654321', type: 'text', text: 'Hi!' });
   */
  simulateInbound(
    id: string,
    body: SimulateInboundBody,
    options?: RequestOptions,
  ): ParleyPromise<SimulatedInbound>;

  /**
   * Sandbox: simulates a provider's report about a message. Fails with `NotFoundError` (unknown ID) or `ConflictError`
   * (not a sandbox channel).
   *
   *     await parley.channels.simulateStatus(id, { messageId, status: 'read' });
   */
  simulateStatus(
    id: string,
    body: SimulateStatusBody,
    options?: RequestOptions,
  ): ParleyPromise<Message>;
}
