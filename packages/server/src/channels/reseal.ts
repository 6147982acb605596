import type { Reseal } from '../reseal.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { secretsPlace } from './secrets.ts';
import { channelSecretsTable } from './table.ts';

/**
 * Encrypts the credentials of channels again with the present secret. Skips credentials that a request changes at the
 * same time: the change uses the present secret anyway.
 */
export async function resealChannels(ctx: TenantContext, reseal: Reseal): Promise<void> {
  for (const { channel_id, sealed } of await ctx.db.select(channelSecretsTable)) {
    const anew = reseal(sealed, secretsPlace(ctx, channel_id));
    if (anew === sealed) continue;
    await ctx.db.update(channelSecretsTable, { channel_id, sealed }, { sealed: anew });
  }
}
