import type { RequestOptions } from '../core/options.ts';
import type { PagePromise } from '../core/pages.ts';
import type { ParleyPromise } from '../core/promise.ts';
import { Resource } from '../core/resource.ts';
import { channels as routes } from '../generated/routes.ts';
import type {
  Channel,
  CreateChannelBody,
  ListChannelsQuery,
  Message,
  SimulatedInbound,
  SimulateInboundBody,
  SimulateStatusBody,
  UpdateChannelBody,
} from '../generated/types.ts';

/** Lines to WhatsApp, Instagram and TikTok. */
export class Channels extends Resource {
  /**
   * The channels of the tenant, the newest first.
   *
   *     const [whatsapp] = (await parley.channels.list({ type: 'whatsapp', status: 'active' })).data;
   */
  list(query?: ListChannelsQuery, options?: RequestOptions): PagePromise<Channel> {
    return this.transport.list(routes.list, { query }, options);
  }

  /**
   * Adds a channel; one of the sandbox is active at once. Fails with `ConflictError` when its `externalId` is taken.
   *
   *     await parley.channels.create({ name: 'Test', type: 'whatsapp', provider: 'sandbox' });
   */
  create(body: CreateChannelBody, options?: RequestOptions): ParleyPromise<Channel> {
    return this.transport.call(routes.create, { body }, options);
  }

  /**
   * One channel. Fails with `NotFoundError`.
   *
   *     const { capabilities } = await parley.channels.get(id);
   */
  get(id: string, options?: RequestOptions): ParleyPromise<Channel> {
    return this.transport.call(routes.get, { params: { id } }, options);
  }

  /**
   * Changes the fields that are given. Fails with `NotFoundError` and `ConflictError`.
   *
   *     await parley.channels.update(id, { settings: { throttlePerSecond: 20 } });
   */
  update(id: string, body: UpdateChannelBody, options?: RequestOptions): ParleyPromise<Channel> {
    return this.transport.call(routes.update, { params: { id }, body }, options);
  }

  /**
   * Archives a channel: it sends and receives no more, its history stays. Fails with `NotFoundError`.
   *
   *     await parley.channels.delete(id);
   */
  delete(id: string, options?: RequestOptions): ParleyPromise<void> {
    return this.transport.call(routes.delete, { params: { id } }, options);
  }

  /**
   * Makes a disabled channel active again. Fails with `NotFoundError` and `ConflictError`.
   *
   *     await parley.channels.enable(id);
   */
  enable(id: string, options?: RequestOptions): ParleyPromise<Channel> {
    return this.transport.call(routes.enable, { params: { id } }, options);
  }

  /**
   * Stops a channel: new messages are refused, queued ones wait. Fails with `NotFoundError` and `ConflictError`.
   *
   *     await parley.channels.disable(id);
   */
  disable(id: string, options?: RequestOptions): ParleyPromise<Channel> {
    return this.transport.call(routes.disable, { params: { id } }, options);
  }

  /**
   * Sandbox: a message from a customer, taken in like a real one. Fails with `NotFoundError`, with
   * `ConflictError` on a channel that is not of the sandbox, and with `UnprocessableError` (address).
   *
   *     await parley.channels.simulateInbound(id, { from: '5511987654321', type: 'text', text: 'Hi!' });
   */
  simulateInbound(
    id: string,
    body: SimulateInboundBody,
    options?: RequestOptions,
  ): ParleyPromise<SimulatedInbound> {
    return this.transport.call(routes.simulateInbound, { params: { id }, body }, options);
  }

  /**
   * Sandbox: a report of the provider about a message. Fails with `NotFoundError`, and with `ConflictError`
   * on a channel that is not of the sandbox.
   *
   *     await parley.channels.simulateStatus(id, { messageId, status: 'read' });
   */
  simulateStatus(
    id: string,
    body: SimulateStatusBody,
    options?: RequestOptions,
  ): ParleyPromise<Message> {
    return this.transport.call(routes.simulateStatus, { params: { id }, body }, options);
  }
}
