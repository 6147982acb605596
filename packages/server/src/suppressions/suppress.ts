import {
  addressVariants,
  type CreateSuppressionBody,
  type Suppression,
} from '@parley/contract/schemas';
import {
  decided,
  phoneKeysOf,
  recipientOn,
  type StoredContact,
  suppressedAddress,
  suppressionOf,
} from '@parley/domain';
import { type ChannelRow, channelsTable } from '../channels/table.ts';
import { contacts } from '../contacts/records.ts';
import { contactsTable, identitiesTable } from '../contacts/table.ts';
import { RunAgainError } from '../db/failures.ts';
import { rowsIn } from '../db/rows-in.ts';
import { lowest } from '../db/sort-keys.ts';
import { inTransaction, sourceOf, type TenantContext } from '../tenancy/context.ts';
import { insertSuppression, renewSuppression } from './service.ts';
import { requireSeenHolders } from './statements/require-seen.ts';

/**
 * Stores that an address refuses messages, and opts out the contacts with this address at once. Throws
 * SVC-RECIPIENT-INVALID when the network has no such address.
 */
export async function suppress(
  ctx: TenantContext,
  { channelType, address: text, scope }: CreateSuppressionBody,
): Promise<Suppression> {
  const address = { ...recipientOn(channelType, text), channelType };
  const key = suppressedAddress(address);
  return await inTransaction(ctx, async (ctx) => {
    const decidedAt = ctx.now().toISOString();
    // Locks contacts first, as an erasure does, which also writes suppressions.
    const holders = await lockHolders(ctx, address);
    const source = sourceOf(ctx);
    const refusal = { scope, decidedAt, source };
    const suppression =
      (await renewSuppression(ctx, key, refusal)) ?? (await insertSuppression(ctx, key, refusal));
    // Another request has added it meanwhile.
    if (!suppression) throw new RunAgainError();
    const decision = { ...decided('opted_out', { scope, channelType }, decidedAt), source };
    for (const contact of holders) await contacts.decide(ctx, contact, decision);
    return suppressionOf(suppression);
  });
}

const channelIds = rowsIn<Pick<ChannelRow, 'id' | 'type'>>(channelsTable.name, ['id']);

type Named = ReturnType<typeof recipientOn> & Pick<CreateSuppressionBody, 'channelType'>;

/**
 * Locks the contacts with an address, in the order in which transactions lock contacts. The transaction runs again when
 * another contact has got the address until its end.
 */
async function lockHolders(
  ctx: TenantContext,
  { channelType, kind, address }: Named,
): Promise<StoredContact[]> {
  const addresses = addressVariants({ kind, address });
  const channels = await ctx.db.select(channelIds).where({ type: channelType });
  const identities = await ctx.db
    .select(identitiesTable)
    .where({ channel_type: channelType })
    .whereIn('scope', [lowest, ...channels.map(({ id }) => id)])
    .whereIn('address', addresses);
  const keys = phoneKeysOf({ kind, address });
  const owners =
    keys.length === 0 ? [] : await ctx.db.select(contactsTable).whereIn('phone_key', keys);
  const ids = [...identities.map((row) => row.contact_id), ...owners.map((row) => row.id)];
  const locked: StoredContact[] = [];
  for (const id of [...new Set(ids)].sort()) {
    const contact = await contacts.lock(ctx, id);
    if (contact) locked.push(contact);
  }
  ctx.db.runLast(requireSeenHolders, {
    channelType,
    addresses,
    phoneKeys: keys,
    ids: locked.map(({ id }) => id),
  });
  return locked;
}
