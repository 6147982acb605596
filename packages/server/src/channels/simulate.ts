import {
  type Channel,
  type Message,
  ServiceError,
  type SimulatedInbound,
  type SimulateInboundBody,
  type SimulateStatusBody,
} from '@parley/contract/schemas';
import { reportStatus } from '../messages/service.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { receiveMessage } from './receive.ts';
import { getChannel } from './service.ts';

export async function simulateInbound(
  ctx: TenantContext,
  channelId: string,
  body: SimulateInboundBody,
): Promise<SimulatedInbound> {
  const channel = await getLiveChannel(ctx, channelId);
  return await receiveMessage(ctx, channel, {
    from: body.from,
    externalId: body.externalId ?? `sandbox-${ctx.newId('msg')}`,
    profileName: body.profileName,
    at: body.timestamp ?? ctx.now().toISOString(),
    content: {
      type: body.type,
      text: body.type === 'text' ? body.text : null,
      location: body.type === 'location' ? body.location : null,
      interactive: body.type === 'interactive' ? body.interactive : null,
    },
  });
}

export async function simulateStatus(
  ctx: TenantContext,
  channelId: string,
  { messageId, status, error, timestamp }: SimulateStatusBody,
): Promise<Message> {
  const { provider } = await getLiveChannel(ctx, channelId);
  const at = timestamp ?? ctx.now().toISOString();
  return await reportStatus(ctx, { channelId, messageId }, { provider, status, error, at });
}

// Customers write, and reports arrive, whether or not we may send: only a deleted channel hears nothing.
async function getLiveChannel(ctx: TenantContext, channelId: string): Promise<Channel> {
  const channel = await getChannel(ctx, channelId);
  const { status, statusReason: reason } = channel;
  if (status !== 'archived') return channel;
  throw new ServiceError('SVC-CHANNEL-UNAVAILABLE', { channelId, status, reason });
}
