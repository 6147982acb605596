import type { Agent } from 'undici';
import { createGuardedAgent } from './guarded-agent.ts';
import { createLookup, type Lookup } from './lookup.ts';
import type { OutboundPolicy } from './policy.ts';

/** The means to send requests to addresses that tenants choose. Webhooks and fetched pages have separate ones. */
export interface Outbound {
  readonly policy: OutboundPolicy;
  readonly lookup: Lookup;
  readonly agent: Agent;
}

export function createOutbound(
  policy: OutboundPolicy,
  { lookup = createLookup() }: { lookup?: Lookup } = {},
): Outbound {
  return { policy, lookup, agent: createGuardedAgent(policy, lookup) };
}

/** Aborts the requests in flight. */
export async function closeOutbound({ agent }: Outbound): Promise<void> {
  await agent.destroy();
}
