import type { Channel } from '@parley/contract/schemas';
import { recipientOn, withConsent } from '@parley/domain';
import { contacts } from '../contacts/service.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { aliasesOn, placeOf } from './receive.ts';

interface Preference {
  readonly by: readonly [string, ...string[]];
  readonly status: 'opted_in' | 'opted_out';
}

/** Writes what a customer told the network about marketing messages; in a transaction. */
export async function takePreference(
  ctx: TenantContext,
  channel: Channel,
  { by: [used, ...others], status }: Preference,
  at: string,
): Promise<void> {
  const persons = [recipientOn(channel.type, used), ...aliasesOn(channel.type, others)] as const;
  const { found } = await placeOf(ctx, channel, persons, undefined);
  const change = { scopes: ['marketing'], status, at, source: 'provider' } as const;
  await contacts.change(ctx, found.contact.id, (contact) =>
    withConsent(contact, { ...change, channelType: channel.type }),
  );
}
