import type { RequestOptions } from '../core/options.ts';
import type { PagePromise } from '../core/pages.ts';
import type { ParleyPromise } from '../core/promise.ts';
import { Resource } from '../core/resource.ts';
import { templates as routes } from '../generated/routes.ts';
import type {
  CreateTemplateBody,
  ListTemplatesQuery,
  PreviewTemplateBody,
  TemplatePreview,
  TemplateRecord,
  TemplateSync,
  UpdateTemplateBody,
} from '../generated/types.ts';

/** Message templates of WhatsApp channels. */
export class Templates extends Resource {
  /**
   * Lists the templates of a channel, sorted by name. Fails with `NotFoundError`.
   *
   *     const { data } = await parley.templates.list(channelId, { status: ['approved'] });
   */
  list(
    channelId: string,
    query?: ListTemplatesQuery,
    options?: RequestOptions,
  ): PagePromise<TemplateRecord> {
    return this.transport.list(routes.list, { params: { id: channelId }, query }, options);
  }

  /**
   * Submits a template to the provider, which reviews it. Fails with `NotFoundError`, `ConflictError` (the channel has
   * a template of this name and language), `UnprocessableError` (content) and `ServerError` (the provider refuses it).
   *
   *     await parley.templates.create(channelId, {
   *       name: 'order_update', language: 'en_US', category: 'utility',
   *       components: [{ type: 'body', text: 'Hello {{1}}, your order is on its way.' }],
   *       examples: { 1: 'Ana' },
   *     });
   */
  create(
    channelId: string,
    body: CreateTemplateBody,
    options?: RequestOptions,
  ): ParleyPromise<TemplateRecord> {
    return this.transport.call(routes.create, { params: { id: channelId }, body }, options);
  }

  /**
   * Returns one template of a channel. Fails with `NotFoundError`.
   *
   *     const { status, variables } = await parley.templates.get(channelId, id);
   */
  get(channelId: string, id: string, options?: RequestOptions): ParleyPromise<TemplateRecord> {
    return this.transport.call(routes.get, { params: paramsOf(channelId, id) }, options);
  }

  /**
   * Replaces the components of a template, which the provider reviews again. Fails with `NotFoundError`,
   * `ConflictError` (its status allows no change), `UnprocessableError` (content) and `ServerError` (the provider
   * refuses it).
   *
   *     await parley.templates.update(channelId, id, {
   *       components: [{ type: 'body', text: 'Hello {{1}}, your order has left.' }],
   *       examples: { 1: 'Ana' },
   *     });
   */
  update(
    channelId: string,
    id: string,
    body: UpdateTemplateBody,
    options?: RequestOptions,
  ): ParleyPromise<TemplateRecord> {
    return this.transport.call(routes.update, { params: paramsOf(channelId, id), body }, options);
  }

  /**
   * Deletes a template in its language, also at the provider. Fails with `NotFoundError`, `ConflictError` (the channel is
   * not ready), `UnprocessableError` (the network has no templates) and `ServerError` (the provider refuses it).
   *
   *     await parley.templates.delete(channelId, id);
   */
  delete(channelId: string, id: string, options?: RequestOptions): ParleyPromise<void> {
    return this.transport.call(routes.delete, { params: paramsOf(channelId, id) }, options);
  }

  /**
   * Reads all templates from the provider in the background. `templatesSyncedAt` of the channel tells when it ended.
   * Fails with `NotFoundError`, `ConflictError` (the channel is not ready) and `UnprocessableError` (the network has no
   * templates).
   *
   *     await parley.templates.sync(channelId);
   */
  sync(channelId: string, options?: RequestOptions): ParleyPromise<TemplateSync> {
    return this.transport.call(routes.sync, { params: { id: channelId } }, options);
  }

  /**
   * Shows a template with its values, without a message. Fails with `NotFoundError` and `UnprocessableError` (values).
   *
   *     const { text } = await parley.templates.preview(channelId, id, { variables: { 1: 'Ana' } });
   */
  preview(
    channelId: string,
    id: string,
    body: PreviewTemplateBody,
    options?: RequestOptions,
  ): ParleyPromise<TemplatePreview> {
    return this.transport.call(routes.preview, { params: paramsOf(channelId, id), body }, options);
  }
}

function paramsOf(channelId: string, templateId: string): Record<string, string> {
  return { id: channelId, templateId };
}
