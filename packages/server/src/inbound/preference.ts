import type { Channel } from '@parley/contract/schemas';
import { recipientOn } from '@parley/domain';
import { decideForPerson } from '../contacts/service.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { aliasesOn, placeOf } from './receive.ts';

interface Preference {
  readonly by: readonly [string, ...string[]];
  readonly status: 'opted_in' | 'opted_out';
}

/** Writes the decision of a customer on the network about marketing messages. Call it in a transaction. */
export async function takePreference(
  ctx: TenantContext,
  channel: Channel,
  { by: [used, ...others], status }: Preference,
  at: string,
): Promise<void> {
  const persons = [recipientOn(channel.type, used), ...aliasesOn(channel.type, others)] as const;
  const { found } = await placeOf(ctx, channel, persons, undefined);
  await decideForPerson(ctx, found, {
    scopes: ['marketing'],
    status,
    at,
    source: 'provider',
    channelType: channel.type,
  });
}
