import type { Channel } from '@parley/contract/schemas';
import { takeQuality } from '../channels/quality.ts';
import { noteChannelError, reportAccountError, reportAccountWorks } from '../channels/service.ts';
import { moveAddress } from '../contacts/addresses.ts';
import { inOrder } from '../db/in-order.ts';
import { receiveEcho } from '../inbound/echo.ts';
import { takePreference } from '../inbound/preference.ts';
import { receiveMessage } from '../inbound/receive.ts';
import { takeTemplateReport } from '../templates/reports.ts';
import type { TenantContext } from '../tenancy/context.ts';
import type { Item, PendingReport } from './items.ts';
import {
  applyPending,
  hasPending,
  lockReadings,
  readingOf,
  takeReading,
  takeReport,
} from './pending.ts';
import { lockExternalId, requireNoneWaiting } from './statements/require-unknown.ts';
import { providerTime } from './times.ts';

/**
 * Applies one item of a webhook. Call it in a transaction, so that an error undoes everything. Returns a report that waits
 * for its message: call `applyLate` with it after the commit.
 */
export async function takeItem(
  ctx: TenantContext,
  channel: Channel,
  item: Item,
  receivedAt: string,
): Promise<PendingReport | undefined> {
  switch (item.kind) {
    case 'message':
    case 'echo':
      return await takeMessage(ctx, channel, item, receivedAt);
    case 'change':
    case 'status':
      return await takeReport(ctx, channel, { ...item, at: providerTime(item.at, receivedAt) });
    case 'read':
      return await takeReading(ctx, channel, { ...item, at: providerTime(item.at, receivedAt) });
    case 'move':
      await moveAddress(ctx, channel.type, item);
      break;
    case 'preference':
      await takePreference(ctx, channel, item, providerTime(item.at, receivedAt));
      break;
    case 'template':
      await takeTemplateReport(ctx, channel.id, item.report);
      break;
    case 'quality':
      await takeQuality(ctx, channel.id, item.report);
      break;
    case 'channel':
      await takeDecision(ctx, channel, item);
      break;
    case 'ignored':
      if (item.why) ctx.log.info({ channelId: channel.id, why: item.why }, 'ignored an item');
      break;
    case 'kept':
      break;
  }
  return undefined;
}

async function takeDecision(
  ctx: TenantContext,
  { id }: Channel,
  { effect, message }: Extract<Item, { kind: 'channel' }>,
): Promise<void> {
  if (effect === 'works') return await reportAccountWorks(ctx, id);
  const error = restricted(message);
  // A restriction may concern a part of the messages, and it ends by itself. Meta refuses the messages that it concerns.
  await (effect === 'stops' ? reportAccountError : noteChannelError)(ctx, id, error);
}

type Written = Extract<Item, { kind: 'message' | 'echo' }>;

async function takeMessage(
  ctx: TenantContext,
  channel: Channel,
  item: Written,
  receivedAt: string,
): Promise<PendingReport | undefined> {
  const { externalId } = item;
  // A read after a write would end the sharing of the commit.
  const awaited = hasPending(ctx, channel, externalId);
  const stored = storeMessage(ctx, channel, item, receivedAt);
  const [isAwaited, waiting] = await inOrder([awaited, stored]);
  if (isAwaited) await applyPending(ctx, channel, externalId);
  else {
    const about = { channel_id: channel.id, external_id: externalId };
    ctx.db.runLast(lockExternalId, about);
    ctx.db.runLast(requireNoneWaiting, about);
  }
  return waiting;
}

async function storeMessage(
  ctx: TenantContext,
  channel: Channel,
  item: Written,
  receivedAt: string,
): Promise<PendingReport | undefined> {
  const sentAt = providerTime(item.at, receivedAt);
  const { externalId, content, files, replyTo, profile } = item;
  const sent = { externalId, sentAt, content, files, replyTo, profile };
  if (item.kind === 'echo') {
    await lockReadings(ctx, channel, item.to[0]);
    await receiveEcho(ctx, channel, { ...sent, to: item.to, receivedAt });
    await applyPending(ctx, channel, readingOf(item.to[0]));
    return undefined;
  }
  const { duplicate } = await receiveMessage(ctx, channel, { ...sent, from: item.from });
  const reaction = content.content?.reaction;
  if (!reaction?.externalId || duplicate) return undefined;
  const { externalId: target, emoji } = reaction;
  const change = { kind: 'reaction', from: item.from[0], emoji } as const;
  const by = 'customer' as const;
  const report = { kind: 'change', externalId: target, change, by, at: sentAt } as const;
  return await takeReport(ctx, channel, report);
}

function restricted(message: string) {
  const text = `The provider restricts this account: ${message}.`;
  return {
    error: {
      code: 'SVC-CHANNEL-UNAVAILABLE',
      message: text,
      fix: 'Look at the account in the tools of the provider.',
      reason: 'restricted',
      scope: null,
      automaticRetry: false,
      retryable: true,
    },
    providerCode: null,
  } as const;
}
