import { type Channel, providerErrorOf, providerFailure } from '@parley/contract/schemas';
import { messageOf, type Report, reported, type StoredMessage } from '@parley/domain';
import { reportChannelError } from '../channels/service.ts';
import { addStatedAddresses } from '../contacts/aliases.ts';
import { type ConversationRow, conversationsTable } from '../conversations/table.ts';
import { rowsIn } from '../db/rows-in.ts';
import { forgetUploads } from '../media/uploads.ts';
import { advance } from '../messages/advance.ts';
import { findByExternalId } from '../messages/service.ts';
import { messageEventsTable, messagesTable } from '../messages/table.ts';
import type { TenantContext } from '../tenancy/context.ts';
import type { Item } from './items.ts';

// Reports of a provider about messages of the business.

export type StatusItem = Extract<Item, { kind: 'status' }>;
type ReadItem = Extract<Item, { kind: 'read' }>;

type Thread = Pick<ConversationRow, 'id' | 'channel_id' | 'address' | 'thread'>;
const threadsTable = rowsIn<Thread>(conversationsTable.name, ['id']);

/**
 * Records a status report. Returns false when it is about no message of the channel. A report of a failure can also stop
 * the channel, so call it in a transaction for these.
 */
export async function takeStatus(
  ctx: TenantContext,
  channel: Channel,
  {
    externalId,
    reference,
    status,
    error,
    category,
    recipient: stated = [],
  }: Omit<StatusItem, 'at'>,
  at: string,
): Promise<boolean> {
  const meant = await findMeant(ctx, channel.id, externalId, reference);
  if (!meant) return false;
  const { message, attempt } = meant;
  const failure = error && failureOf(channel, error);
  // The next attempt, or the next message with the file, must not use an upload that the provider could not read. Before
  // the contact is locked: a transaction that sends a file locks the file first.
  if (failure?.failure.code === 'SVC-MEDIA-FAILED' && message.status !== 'failed') {
    await forgetUploads(ctx, messageOf(message));
  }
  // Before the message is locked: a transaction locks a contact before its messages.
  await addStatedAddresses(ctx, { message, channel, stated });
  const isNew = await record(ctx, message.id, {
    status,
    at,
    ...(attempt !== undefined && { attempt }),
    ...(message.externalId === null && { externalId }),
    ...(failure && { failure: failure.failure }),
    category,
  });
  // The operator may have enabled the channel since the first report.
  if (isNew && failure?.channelError)
    await reportChannelError(ctx, channel.id, failure.channelError);
  return true;
}

/** The maximum number of messages that one transaction marks as read. */
const readAtOnce = 200;

/**
 * Marks the oldest unread messages as read, up to the message that the customer has read, or the time until
 * which the customer has read them. Returns whether there may be more of them. Call it in a transaction.
 */
export async function takeRead(
  ctx: TenantContext,
  channel: Channel,
  { by, externalId }: Omit<ReadItem, 'at'>,
  at: string,
): Promise<boolean> {
  const until =
    externalId === undefined
      ? undefined
      : await findByExternalId(ctx, channel.id, externalId, 'outbound');
  const upTo = until ? begunMs(until) : Date.parse(at);
  for (const conversationId of await conversationsWith(ctx, channel.id, by)) {
    const rows = await ctx.db
      .select(messagesTable)
      .where({ conversation_id: conversationId, direction: 'outbound', to_address: by })
      .whereIn('status', ['sent', 'delivered'])
      .where('created_at', '<=', new Date(upTo).toISOString())
      .where((begun) => begun.where('sending_at', '<=', upTo).orWhere({ sending_at: null }))
      .orderBy('created_at')
      .limit(readAtOnce);
    let recorded = 0;
    for (const { id } of rows) if (await record(ctx, id, { status: 'read', at })) recorded += 1;
    if (rows.length === readAtOnce && recorded > 0) return true;
  }
  return false;
}

/** Returns whether a message to a customer is being sent. */
export async function isSendingTo(
  ctx: TenantContext,
  channelId: string,
  to: string,
): Promise<boolean> {
  for (const conversationId of await conversationsWith(ctx, channelId, to)) {
    const sending = { conversation_id: conversationId, to_address: to, status: 'sending' } as const;
    if (await ctx.db.select(messagesTable).where(sending).first()) return true;
  }
  return false;
}

/** Returns the conversations with a customer. Messages have an index by conversation, but none by recipient. */
async function conversationsWith(
  ctx: TenantContext,
  channelId: string,
  address: string,
): Promise<readonly string[]> {
  const threads = ctx.db.select(threadsTable).where({ channel_id: channelId, address });
  return (await threads.orderBy('thread')).map(({ id }) => id);
}

/** Returns when the send of a message began. A customer cannot have read it before. */
function begunMs({ sendingAt, createdAt }: StoredMessage): number {
  return sendingAt ?? Date.parse(createdAt);
}

/**
 * Records a status report unless the timeline already has it, because providers repeat reports. Returns whether it was
 * recorded.
 */
async function record(ctx: TenantContext, messageId: string, report: Report): Promise<boolean> {
  const { status: type, at } = report;
  const known = await ctx.db
    .select(messageEventsTable)
    .where({ message_id: messageId, type, at })
    .first();
  if (known) return false;
  await advance(ctx, messageId, (state) => ({
    result: null,
    step: reported(state, report, ctx.now().toISOString()),
  }));
  return true;
}

interface Meant {
  readonly message: StoredMessage;
  /** The attempt that the report is about, if the report states it. */
  readonly attempt?: number;
}

async function findMeant(
  ctx: TenantContext,
  channelId: string,
  externalId: string,
  reference: string | undefined,
): Promise<Meant | undefined> {
  const sent = await findByExternalId(ctx, channelId, externalId, 'outbound');
  const [, id, attempt] = /^(msg_\w+):(\d{1,6})$/.exec(reference ?? '') ?? [];
  if (sent) return { message: sent, ...(sent.id === id && { attempt: Number(attempt) }) };
  if (id === undefined) return undefined;
  const row = await ctx.db
    .select(messagesTable)
    .where({ id, channel_id: channelId, direction: 'outbound' })
    .first();
  return row && { message: messagesTable.toRecord(row), attempt: Number(attempt) };
}

function failureOf({ type, provider }: Channel, report: NonNullable<StatusItem['error']>) {
  const { code: providerCode, message: providerMessage } = report;
  const error = providerErrorOf(type, providerCode ?? '');
  const failure = providerFailure({ provider, providerCode, providerMessage, error });
  const isOfChannel = error.code === 'SVC-CHANNEL-UNAVAILABLE';
  return { failure, ...(isOfChannel && { channelError: { error, providerCode } }) };
}
