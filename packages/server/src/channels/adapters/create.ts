import type { Config } from '../../config.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import type { Sealer } from '../../sealing.ts';
import type { ChannelAdapters } from './adapter.ts';
import { createInstagramAdapter } from './instagram/adapter.ts';
import { createSandboxAdapter } from './sandbox.ts';
import { createTikTokAdapter } from './tiktok/adapter.ts';
import { createWhatsAppAdapter } from './whatsapp/adapter.ts';

/** Creates the adapters of all providers. `fetches` sends requests to URLs of files that tenants choose. */
export function createChannelAdapters(
  { sandboxDelayMs, providerUrls, providers }: Config,
  sealer: Sealer,
  fetches: Outbound,
): ChannelAdapters {
  const { whatsapp, instagram, tiktok } = providerUrls;
  return {
    sandbox: createSandboxAdapter({ receiptDelayMs: sandboxDelayMs }),
    whatsapp_cloud: createWhatsAppAdapter({
      sealer,
      baseUrl: whatsapp,
      app: providers.whatsapp,
    }),
    instagram_graph: createInstagramAdapter({
      sealer,
      baseUrl: instagram,
      fetches,
      app: providers.instagram,
    }),
    tiktok_business: createTikTokAdapter({
      sealer,
      baseUrl: tiktok,
      fetches,
      app: providers.tiktok,
    }),
  };
}
