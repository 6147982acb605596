import type { RequestOptions } from '../core/options.ts';
import type { PagePromise } from '../core/pages.ts';
import type { ParleyPromise } from '../core/promise.ts';
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
export interface Templates {
  /**
   * Lists the templates of a channel, sorted by name. Fails with `NotFoundError` (unknown ID).
   *
   *     const { data } = await parley.templates.list(channelId, { status: ['approved'] });
   */
  list(
    channelId: string,
    query?: ListTemplatesQuery,
    options?: RequestOptions,
  ): PagePromise<TemplateRecord>;

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
  create(
    channelId: string,
    body: CreateTemplateBody,
    options?: RequestOptions,
  ): ParleyPromise<TemplateRecord>;

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
  update(
    channelId: string,
    id: string,
    body: UpdateTemplateBody,
    options?: RequestOptions,
  ): ParleyPromise<TemplateRecord>;

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
  preview(
    channelId: string,
    id: string,
    body: PreviewTemplateBody,
    options?: RequestOptions,
  ): ParleyPromise<TemplatePreview>;
}
