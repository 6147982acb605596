import { type Channel, providerErrorOf, providerFailure } from '@parley/contract/schemas';
import { type Report, reported, type StoredMessage } from '@parley/domain';
import { reportChannelError } from '../channels/service.ts';
import { advance } from '../messages/advance.ts';
import { messageEventsTable, messagesTable } from '../messages/table.ts';
import type { TenantContext } from '../tenancy/context.ts';
import type { Item } from './items.ts';

// What a provider reports of messages of the business.

export type StatusItem = Extract<Item, { kind: 'status' }>;
type ReadItem = Extract<Item, { kind: 'read' }>;

/** Records a status; returns false when no message of the channel is meant. In a transaction. */
export async function takeStatus(
  ctx: TenantContext,
  channel: Channel,
  { externalId, reference, status, error }: Omit<StatusItem, 'at'>,
  at: string,
): Promise<boolean> {
  const meant = await findMeant(ctx, channel.id, externalId, reference);
  if (!meant) return false;
  const { message, attempt } = meant;
  const failure = error && failureOf(channel, error);
  await record(ctx, message.id, {
    status,
    at,
    ...(attempt !== undefined && { attempt }),
    ...(message.externalId === null && { externalId }),
    ...(failure && { failure: failure.failure }),
  });
  if (failure?.channelError) await reportChannelError(ctx, channel.id, failure.channelError);
  return true;
}

/** Marks the messages as read that the customer of a conversation has read by then. In a transaction. */
export async function takeRead(
  ctx: TenantContext,
  channel: Channel,
  { by, externalId }: ReadItem,
  at: string,
): Promise<void> {
  const until = externalId === undefined ? undefined : await findSent(ctx, channel.id, externalId);
  const upTo = until?.createdAt ?? at;
  const rows = await ctx.db
    .select(messagesTable)
    .where({ channel_id: channel.id, direction: 'outbound', to_address: by })
    .whereIn('status', ['sent', 'delivered'])
    .where('created_at', '<=', upTo)
    .orderBy('created_at');
  for (const { id } of rows) await record(ctx, id, { status: 'read', at });
}

/** A provider repeats its reports: one that the timeline has is not recorded again. */
async function record(ctx: TenantContext, messageId: string, report: Report): Promise<void> {
  const { status: type, at } = report;
  const known = await ctx.db
    .select(messageEventsTable)
    .where({ message_id: messageId, type, at })
    .first();
  if (known) return;
  await advance(ctx, messageId, (state) => ({
    result: null,
    step: reported(state, report, ctx.now().toISOString()),
  }));
}

interface Meant {
  readonly message: StoredMessage;
  /** The attempt that the report is about, if the reference names it. */
  readonly attempt?: number;
}

async function findMeant(
  ctx: TenantContext,
  channelId: string,
  externalId: string,
  reference: string | undefined,
): Promise<Meant | undefined> {
  const sent = await findSent(ctx, channelId, externalId);
  const [, id, attempt] = /^(msg_\w+):(\d{1,6})$/.exec(reference ?? '') ?? [];
  if (sent) return { message: sent, ...(sent.id === id && { attempt: Number(attempt) }) };
  if (id === undefined) return undefined;
  const row = await ctx.db
    .select(messagesTable)
    .where({ id, channel_id: channelId, direction: 'outbound' })
    .first();
  return row && { message: messagesTable.toRecord(row), attempt: Number(attempt) };
}

/** The message of the business that a provider names so. */
export async function findSent(
  ctx: TenantContext,
  channelId: string,
  externalId: string,
): Promise<StoredMessage | undefined> {
  const row = await ctx.db
    .select(messagesTable)
    .where({ channel_id: channelId, direction: 'outbound', external_id: externalId })
    .first();
  return row && messagesTable.toRecord(row);
}

function failureOf({ type, provider }: Channel, report: NonNullable<StatusItem['error']>) {
  const { code: providerCode, message: providerMessage } = report;
  const error = providerErrorOf(type, providerCode ?? '');
  const failure = providerFailure({ provider, providerCode, providerMessage, error });
  const isOfChannel = error.code === 'SVC-CHANNEL-UNAVAILABLE';
  return { failure, ...(isOfChannel && { channelError: { error, providerCode } }) };
}
