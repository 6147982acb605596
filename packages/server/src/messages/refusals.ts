import { type Message, ServiceError } from '@parley/contract/schemas';
import { channels } from '../channels/service.ts';
import { isMeasured, measure } from '../metrics/measure.ts';
import type { TenantContext } from '../tenancy/context.ts';

/** Runs `send`, and measures the refusal when it fails. */
export async function measuringRefusals(
  ctx: TenantContext,
  channelId: string,
  send: () => Promise<Message>,
): Promise<Message> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof ServiceError && isMeasured('refusal')) {
      const channel = await channels.find(ctx, channelId);
      measure('refusal', { channelType: channel?.type ?? null, code: error.code });
    }
    throw error;
  }
}
