import type {
  Channel,
  Message,
  SimulatedInbound,
  SimulateInboundBody,
  SimulateStatusBody,
} from '@parley/contract/schemas';
import { checkSimulates, simulatedContent } from '@parley/domain';
import { channels } from '../channels/service.ts';
import { reportStatus } from '../messages/service.ts';
import { takeChange } from '../receivers/changes.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { receiveMessage } from './receive.ts';

export async function simulateInbound(
  ctx: TenantContext,
  channelId: string,
  body: SimulateInboundBody,
): Promise<SimulatedInbound> {
  const channel = await sandboxChannel(ctx, channelId);
  const received = await receiveMessage(ctx, channel, {
    from: [body.from],
    externalId: body.externalId ?? `sandbox-${ctx.newId('msg')}`,
    profile: { name: body.profileName },
    sentAt: body.timestamp ?? ctx.now().toISOString(),
    replyTo: body.replyTo,
    ...simulatedContent(body),
  });
  if (body.type === 'reaction' && !received.duplicate) {
    const { externalId, emoji } = body.reaction;
    const change = { kind: 'reaction', from: received.message.from, emoji } as const;
    const at = received.message.createdAt;
    await takeChange(ctx, channel, { externalId, change, by: 'customer' }, at);
  }
  return received;
}

export async function simulateStatus(
  ctx: TenantContext,
  channelId: string,
  body: SimulateStatusBody,
): Promise<Message> {
  await sandboxChannel(ctx, channelId);
  return await reportStatus(ctx, channelId, body);
}

async function sandboxChannel(ctx: TenantContext, channelId: string): Promise<Channel> {
  const channel = await channels.get(ctx, channelId);
  checkSimulates(channel);
  return channel;
}
