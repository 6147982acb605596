import type { ChannelType } from '@parley/contract/schemas';
import {
  type Address,
  newIdentity,
  phoneKey,
  recipientOn,
  type StoredContact,
} from '@parley/domain';
import { conversationsTable } from '../conversations/table.ts';
import { RunAgainError } from '../db/failures.ts';
import { lowest } from '../db/sort-keys.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { separate, suggestMerge } from './aliases.ts';
import { announceAddresses, contacts, takeRefusalsOf } from './records.ts';
import { contactsTable, type IdentityRow, identitiesTable } from './table.ts';

/**
 * Replaces the address of a customer by a new one, together with another form of its phone number. The conversations then
 * belong to the new address, because the old one may soon belong to somebody else. Does nothing when the old address is
 * unknown, or when its contact has both. Suggests a merge when another contact has the new one already, because a message
 * from it came first. Call it in a transaction.
 */
export async function moveAddress(
  ctx: TenantContext,
  channelType: ChannelType,
  { previous, current }: { readonly previous: string; readonly current: string },
): Promise<void> {
  const before = addressOf(channelType, previous);
  const after = addressOf(channelType, current);
  const old = await findIdentity(ctx, before);
  if (!old) return;
  const taken = await findIdentity(ctx, after);
  if (taken?.contact_id === old.contact_id) return;
  if (taken) return await suggestMerge(ctx, taken, old.contact_id);
  const contact = await contacts.lock(ctx, old.contact_id);
  // The contact was merged or erased since the address was read.
  if (!contact) throw new RunAgainError();
  const { identities } = await contacts.show(ctx, contact);
  const replaced = [old, ...(await otherFormsOf(ctx, old))];
  const made = { id: ctx.newId('idn'), at: ctx.now().toISOString() };
  const of = { contactId: contact.id, profileName: old.profile_name };
  const identity = { ...newIdentity(after, made, of), username: old.username };
  for (const one of replaced) {
    // Since the addresses were read, the old one was unlinked or moved, for example by the report of another channel.
    if ((await ctx.db.remove(identitiesTable, { id: one.id })) === 0) throw new RunAgainError();
    await separate(ctx, identitiesTable.toRecord(one));
  }
  // Or a contact has got the new one.
  const row = identitiesTable.toRow(identity);
  ctx.db.insertNew(identitiesTable, row, async () => new RunAgainError());
  for (const { address } of replaced) {
    const moved = { contact_id: contact.id, channel_type: channelType, address };
    await ctx.db.updateAll(conversationsTable, moved, { address: after.address });
  }
  const { updatedAt } = await announceAddresses(ctx, contact, identities);
  await movePhone(ctx, { ...contact, updatedAt }, { before: replaced, after });
  await takeRefusalsOf(ctx, contact, [identity]);
}

/** Returns the identity with another form of this phone number, if the contact has one. The network stated both. */
async function otherFormsOf(
  ctx: TenantContext,
  { contact_id, channel_type, kind, other_address: address }: IdentityRow,
): Promise<IdentityRow[]> {
  if (address === null || kind !== 'phone') return [];
  return await ctx.db
    .select(identitiesTable)
    .where({ channel_type, scope: lowest, address, contact_id, kind });
}

/** Gives a contact the new address as its phone number, if the old address was its number. */
async function movePhone(
  ctx: TenantContext,
  contact: StoredContact,
  { before, after }: { readonly before: readonly IdentityRow[]; readonly after: Address },
): Promise<void> {
  const { phone: number } = contact;
  if (number === null || !before.some(({ address }) => phoneKey(address) === phoneKey(number)))
    return;
  const phone = after.kind === 'phone' ? `+${after.address}` : null;
  const others = ctx.db.select(contactsTable).where('id', '<>', contact.id);
  const taken = phone && (await others.where({ phone_key: phoneKey(phone) }).first());
  await contacts.save(ctx, contact, { ...contact, phone: taken ? null : phone });
}

function addressOf(channelType: ChannelType, text: string): Address {
  const { kind, address } = recipientOn(channelType, text);
  return { channelType, channelId: null, kind, address };
}

async function findIdentity(ctx: TenantContext, { channelType, address }: Address) {
  const everywhere = { channel_type: channelType, scope: lowest };
  return await ctx.db
    .select(identitiesTable)
    .where({ ...everywhere, address })
    .first();
}
