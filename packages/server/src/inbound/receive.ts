import {
  addressVariants,
  type Channel,
  type Message,
  normalizeRecipient,
  type TenantSettings,
} from '@parley/contract/schemas';
import {
  type AnnouncedFile,
  addressOn,
  archivedAs,
  confirmationOf,
  decisionOf,
  type InboundContent,
  inboundMessage,
  isReport,
  isRestoredByMessage,
  mayDecide,
  messageContext,
  messageOf,
  type ReportedContent,
  recipientOn,
  type StoredContact,
  type StoredConversation,
  type StoredMessage,
  senderOf,
  settingsOn,
  summaryOf,
  withConsent,
  withReferences,
} from '@parley/domain';
import { noteInbound as noteInboundOfChannel } from '../channels/service.ts';
import { otherAddressOf } from '../contacts/aliases.ts';
import { queueProfile } from '../contacts/profiles.ts';
import { contacts } from '../contacts/records.ts';
import {
  decideForPerson,
  type FoundContact,
  lockedIdentity,
  noteInbound as noteInboundOfContact,
  type Profile,
  phonesOf,
  resolveContact,
} from '../contacts/service.ts';
import {
  type ConversationPlace,
  noteInbound as noteInboundOfConversation,
  receivingConversation,
} from '../conversations/effects.ts';
import { inOrder } from '../db/in-order.ts';
import { recordEvent } from '../events/service.ts';
import { queueDownloads } from '../media/queue-downloads.ts';
import { sendConfirmation } from '../messages/confirm.ts';
import { areCounted, findByExternalId, insertReported } from '../messages/service.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { getCurrentTenant } from '../tenants/service.ts';
import { lockConcerned, noteInbound as noteInboundOfTickets } from '../tickets/effects.ts';

// Writes every inbound message, from any provider: contact, conversation, message, events and the times of the last
// message, in one transaction.

/** A message that a provider reports, in either direction. */
export interface Reported {
  /** The provider's ID of the message. If a message with this ID is stored, nothing changes. */
  externalId: string;
  /** When the message was sent, by the provider's clock. */
  sentAt: string;
  content: InboundContent;
  /** The files that `content` names. */
  files?: readonly AnnouncedFile[] | undefined;
  /** The provider's ID of the message that this message replies to. */
  replyTo?: string | undefined;
  profile?: Profile | undefined;
}

export interface Inbound extends Reported {
  /** The addresses of the sender. The message was sent from the first one. */
  from: readonly [string, ...string[]];
}

/**
 * Stores an inbound message; returns the stored one if the ID is known. Throws SVC-RECIPIENT-INVALID when the sender is
 * not on the network of the channel.
 */
export async function receiveMessage(
  ctx: TenantContext,
  channel: Channel,
  inbound: Inbound,
): Promise<{ duplicate: boolean; message: Message }> {
  const [used, ...others] = inbound.from;
  const sender = [recipientOn(channel.type, used), ...aliasesOn(channel.type, others)] as const;
  return await inTransaction(ctx, async (ctx) => {
    // Most messages need no read after their first write, so they share commits.
    ctx.db.lockAtEnd();
    const [known, content, tenant, isCounted] = await inOrder([
      findByExternalId(ctx, channel.id, inbound.externalId, 'inbound'),
      contentOf(ctx, channel.id, inbound),
      mayDecide(inbound.content) ? getCurrentTenant(ctx) : undefined,
      areCounted(ctx),
    ]);
    if (known) return { duplicate: true, message: messageOf(known) };
    const named = { content, settings: tenant?.settings, isCounted };
    const message = await takeIn(ctx, channel, { ...inbound, sender }, named);
    return { duplicate: false, message };
  });
}

/** Returns the further addresses of a person. Leaves out addresses that are not on the network. */
export function aliasesOn(type: Channel['type'], addresses: readonly string[]): Person[] {
  return addresses.flatMap((address) => {
    const alias = normalizeRecipient(type, address);
    return alias.ok ? [alias] : [];
  });
}

type Person = ReturnType<typeof recipientOn>;
export type Persons = readonly [Person, ...Person[]];

/** The values that the server reads for a message before its first write. */
interface Named {
  /** The content, with the IDs of the messages that it names. */
  readonly content: InboundContent;
  /** The settings of the tenant; undefined for a message that cannot be a decision. */
  readonly settings: TenantSettings | undefined;
  readonly isCounted: boolean;
}

async function takeIn(
  ctx: TenantContext,
  channel: Channel,
  { sender, profile, externalId, sentAt }: Inbound & { readonly sender: Persons },
  { content, settings, isCounted }: Named,
): Promise<Message> {
  const { found, place } = await placeOf(ctx, channel, sender, profile);
  const { conversation, previousId } = await receivingConversation(ctx, place, {
    channel,
    sender: found.contact,
  });
  const made = { id: ctx.newId('msg'), at: ctx.now().toISOString() };
  const stored = inboundMessage(
    content,
    { channel, conversation },
    { ...made, from: sender[0].address, externalId, sentAt },
  );
  const [identity, ticket] = await inOrder([
    lockedIdentity(ctx, found),
    found.isNew ? undefined : lockConcerned(ctx, stored, found.contact, previousId),
  ]);
  await insertReported(ctx, stored, isCounted);
  const message = messageOf(stored);
  await queueDownloads(ctx, channel, stored);
  recordReceived(ctx, message, { contact: found.contact, conversation });
  await restoreWriter(ctx, found.contact, stored);
  const confirmation = settings
    ? await applyDecision(ctx, found, stored, settingsOn(channel, settings))
    : null;
  noteInboundOfConversation(ctx, conversation, stored);
  if (confirmation !== null) {
    await sendConfirmation(ctx, {
      channelId: channel.id,
      conversationId: conversation.id,
      to: conversation.address,
      text: confirmation,
      causeId: stored.id,
    });
  }
  if (ticket) await noteInboundOfTickets(ctx, stored, ticket);
  if (!isReport(stored)) {
    noteInboundOfContact(ctx, found.contact, { identity, at: stored.createdAt });
    await queueProfile(ctx, channel, identity, stored.createdAt);
  }
  noteInboundOfChannel(ctx, channel, stored.createdAt);
  return message;
}

/** Restores the archived contact that has sent a message. The contact is the actor of the event. */
async function restoreWriter(
  ctx: TenantContext,
  contact: StoredContact,
  message: StoredMessage,
): Promise<void> {
  if (!isRestoredByMessage(contact, message)) return;
  await contacts.change({ ...ctx, actor: senderOf(message) }, contact.id, archivedAs(false));
}

/**
 * Records the decision of a contact that sent a keyword of an opt-in or opt-out, or chose a button with this
 * meaning. The contact is the actor of the event. Returns the text that confirms the decision, or null.
 */
async function applyDecision(
  ctx: TenantContext,
  found: FoundContact,
  message: StoredMessage,
  settings: TenantSettings,
): Promise<string | null> {
  const decision = decisionOf(message, settings);
  if (!decision) return null;
  const byContact = { ...ctx, actor: senderOf(message) };
  const before = await decideForPerson(byContact, found, decision);
  return confirmationOf(before, withConsent(before, decision), decision, settings);
}

/**
 * Returns the contact of a person on a channel, and what is needed to find or create the conversation. Call it in a
 * transaction.
 */
export async function placeOf(
  ctx: TenantContext,
  channel: Channel,
  persons: Persons,
  profile: Profile | undefined,
): Promise<{ found: Awaited<ReturnType<typeof resolveContact>>; place: ConversationPlace }> {
  const [used, ...aliases] = persons;
  const addresses = [
    addressOn(channel, used),
    ...aliases.map((alias) => addressOn(channel, alias)),
  ] as const;
  const found = await resolveContact(ctx, addresses, 'inbound', profile);
  // The conversations of an address that belongs to another contact are those of that contact.
  const own = persons.filter(({ address }) => !found.foreign.has(address));
  // A person who now writes without a phone number is known by the number of earlier messages.
  const isKnownByNumber = own.some(({ kind }) => kind === 'phone');
  const numbers =
    isKnownByNumber || found.isNew ? [] : await phonesOf(ctx, found.contact.id, channel);
  const place = {
    channel,
    contact: summaryOf(found.contact),
    addresses: [
      (own[0] ?? used).address,
      ...own.flatMap(addressVariants).filter((address) => !found.foreign.has(address)),
      ...numbers,
      ...(found.isNew ? [] : await otherAddressOf(ctx, found.identity)),
    ],
    source: 'inbound',
    isFirst: found.isNew,
  } as const;
  return { found, place };
}

/** Returns the content of a message, with its files and the messages that it replies or reacts to. */
export async function contentOf(
  ctx: TenantContext,
  channelId: string,
  reported: ReportedContent,
): Promise<InboundContent> {
  const named = [reported.replyTo, reported.content.content?.reaction?.externalId];
  const found = named.map(async (id) =>
    id ? await findByExternalId(ctx, channelId, id) : undefined,
  );
  const ids = new Map(
    (await Promise.all(found)).map((message) => [message?.externalId, message?.id]),
  );
  return withReferences(
    reported,
    (id) => ids.get(id),
    () => ctx.newId('att'),
  );
}

function recordReceived(
  ctx: TenantContext,
  message: Message,
  { contact, conversation }: { contact: StoredContact; conversation: StoredConversation },
): void {
  recordEvent({ ...ctx, actor: senderOf(message) }, 'message.received', {
    object: message,
    context: messageContext(conversation, contact),
  });
}
