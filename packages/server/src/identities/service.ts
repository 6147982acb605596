import { addressVariants, type Contact, type LinkIdentityBody } from '@parley/contract/schemas';
import {
  type Address,
  checkIdentityLimit,
  checkUnused,
  hasAddress,
  linkedAddress,
  newIdentity,
  notFoundIn,
  phoneKeysOf,
  suppressedAddresses,
} from '@parley/domain';
import { channels } from '../channels/service.ts';
import { separate } from '../contacts/aliases.ts';
import { announceAddresses, contacts, takeRefusals } from '../contacts/records.ts';
import { contactsTable, identitiesTable } from '../contacts/table.ts';
import { conversationsTable } from '../conversations/table.ts';
import { lockKind } from '../crud/lock-kind.ts';
import { RunAgainError } from '../db/failures.ts';
import { lowest } from '../db/sort-keys.ts';
import { findSuppressions } from '../suppressions/service.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';

/**
 * Links an address to a contact. Upserts, batches and imports that look for addresses wait for it. Throws SVC-CONFLICT
 * when another contact has the address.
 */
export async function linkIdentity(
  ctx: TenantContext,
  contactId: string,
  body: LinkIdentityBody,
): Promise<Contact> {
  return await inTransaction(ctx, async (ctx) => {
    await ctx.db.run(lockKind, { kind: 'contact' });
    await ctx.db.run(lockKind, { kind: 'identity' });
    const contact = await contacts.take(ctx, contactId);
    const channel = body.channelId ? await channels.get(ctx, body.channelId) : undefined;
    const address = linkedAddress(body, channel);
    const before = await contacts.show(ctx, contact);
    // Before `holds`: it then finds each contact that was created before a suppression of the address was deleted.
    const refusals = await findSuppressions(ctx, suppressedAddresses(null, [address]));
    if (await holds(ctx, contactId, address)) return before;
    checkIdentityLimit(before.identities.length, 1);
    const made = { id: ctx.newId('idn'), at: ctx.now().toISOString() };
    const identity = newIdentity(address, made, { contactId, profileName: null });
    const row = identitiesTable.toRow(identity);
    // Another transaction has linked the address since.
    ctx.db.insertNew(identitiesTable, row, async () => new RunAgainError());
    const after = await announceAddresses(ctx, contact, before.identities);
    return (await takeRefusals(ctx, contactId, refusals)) ?? after;
  });
}

/**
 * Unlinks an address from a contact. Throws SVC-NOT-FOUND when the contact does not have the address, and SVC-IN-USE
 * when the address has conversations.
 */
export async function unlinkIdentity(
  ctx: TenantContext,
  { id: contactId, identityId: id }: { readonly id: string; readonly identityId: string },
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const contact = await contacts.take(ctx, contactId);
    const row = await ctx.db.select(identitiesTable).where({ id, contact_id: contactId }).first();
    if (!row) throw notFoundIn('contact', 'identity', id);
    const { channelType, channelId, ...identity } = identitiesTable.toRecord(row);
    const conversations = ctx.db
      .select(conversationsTable)
      .where({ contact_id: contactId, channel_type: channelType })
      .whereIn('address', addressVariants(identity));
    if (channelId !== null) conversations.where({ channel_id: channelId });
    checkUnused(id, Number(await conversations.count()));
    const before = await contacts.show(ctx, contact);
    await ctx.db.remove(identitiesTable, { id });
    await separate(ctx, identitiesTable.toRecord(row));
    await announceAddresses(ctx, contact, before.identities);
  });
}

/**
 * Returns whether the contact has the address. Throws SVC-CONFLICT when another contact has it, as an identity or as
 * `phone`.
 */
async function holds(ctx: TenantContext, contactId: string, address: Address): Promise<boolean> {
  const variants = addressVariants(address);
  const rows = await ctx.db
    .select(identitiesTable)
    .where({ channel_type: address.channelType, scope: address.channelId ?? lowest })
    .whereIn('address', variants);
  const [known] = rows.sort((a, b) => variants.indexOf(a.address) - variants.indexOf(b.address));
  const keys = known ? [] : phoneKeysOf(address);
  const owners = ctx.db.select(contactsTable).whereIn('phone_key', keys);
  const owner = keys.length > 0 ? await owners.first() : undefined;
  return hasAddress(contactId, known && identitiesTable.toRecord(known), owner);
}
