import type { Message, SendMessageBody, TemplateRecord } from '@parley/contract/schemas';
import { fileNamedBy, type StoredMedia, targetOf } from '@parley/domain';
import { channels } from '../channels/service.ts';
import { getMedia } from '../media/service.ts';
import { findChannelTemplates } from '../templates/records.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { getMessage } from './service.ts';

// Finds the records that the body of a new message names.

/**
 * Returns the message that a new one replies or reacts to; undefined for any other message. Throws SVC-NOT-FOUND when
 * it does not exist.
 */
export async function findTarget(
  ctx: TenantContext,
  body: SendMessageBody,
): Promise<Message | undefined> {
  const named = targetOf(body);
  if (!named) return undefined;
  await channels.get(ctx, body.channelId);
  return await getMessage(ctx, named.id);
}

/**
 * Returns the stored file that a message refers to; undefined if the message refers to none. Throws
 * SVC-NOT-FOUND if that file does not exist.
 */
export async function findMedia(
  ctx: TenantContext,
  body: SendMessageBody,
): Promise<StoredMedia | undefined> {
  const named = fileNamedBy(body);
  if (!named) return undefined;
  await channels.get(ctx, body.channelId);
  return await getMedia(ctx, named.id);
}

/** Returns the templates of the channel with the name that a message gives, or with its ID. */
export async function findTemplates(
  ctx: TenantContext,
  body: SendMessageBody,
): Promise<readonly TemplateRecord[]> {
  if (body.type !== 'template') return [];
  const { templateId: id, name } = body.template;
  return await findChannelTemplates(ctx, body.channelId, id === undefined ? { name } : { id });
}
