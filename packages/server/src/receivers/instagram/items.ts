import { emojiNamed } from '../../channels/adapters/instagram/reactions.ts';
import { type Item, kept } from '../items.ts';
import { type Fields, fieldsOf, textOf } from '../provider-json.ts';
import { contentOf, postbackContent, referralDetails } from './content.ts';

interface Origin {
  /** The name of the event in `changes`; empty for other events. */
  readonly field: string;
  /** The ID of the business account that the event is about. */
  readonly business: unknown;
}

/** Returns the item of one event of an Instagram webhook. */
export function itemOf(event: Fields, { field, business }: Origin): Item {
  const customer = textOf(fieldsOf(event['sender'])['id']);
  const at = event['timestamp'];
  const by = customer !== undefined && customer === textOf(business) ? 'business' : 'customer';
  if (event['message_edit'] !== undefined)
    return editItem(fieldsOf(event['message_edit']), { by, at });
  if (event['message'] !== undefined) return messageItem(event, fieldsOf(event['message']));
  if (customer === undefined) return kept(field || 'event without a sender');
  if (event['reaction'] !== undefined) {
    const { mid, action, emoji, reaction } = fieldsOf(event['reaction']);
    const externalId = textOf(mid);
    if (externalId === undefined) return kept('reaction');
    const name = textOf(reaction);
    const shown = textOf(emoji) ?? (name === undefined ? null : emojiNamed(name));
    const isRemoved = action === 'unreact';
    const change = { kind: 'reaction', from: customer, emoji: isRemoved ? null : shown } as const;
    return { kind: 'change', externalId, change, by, at };
  }
  // Otherwise, the account of the business would become its own contact.
  if (by === 'business' && ofCustomers.some((name) => event[name] !== undefined))
    return { kind: 'ignored', why: 'an event of the account itself' };
  if (event['read'] !== undefined) {
    const externalId = textOf(fieldsOf(event['read'])['mid']);
    return { kind: 'read', by: customer, externalId, at };
  }
  if (event['postback'] !== undefined) {
    const postback = fieldsOf(event['postback']);
    const externalId = textOf(postback['mid']) ?? `postback:${customer}:${String(at)}`;
    return received(event, customer, { externalId, ...postbackContent(postback) });
  }
  if (event['referral'] !== undefined) {
    const referral = fieldsOf(event['referral']);
    const content = { type: 'system', text: null, content: referralDetails(referral) } as const;
    // The event has no ID. A repeat of the same click has the same time.
    return received(event, customer, { externalId: `referral:${customer}:${String(at)}`, content });
  }
  return kept(field || (Object.keys(event).find((name) => !envelope.has(name)) ?? 'event'));
}

/** The events that only customers cause. */
const ofCustomers = ['read', 'postback', 'referral'];

const envelope = new Set(['sender', 'recipient', 'timestamp']);

function messageItem(event: Fields, message: Fields): Item {
  const externalId = textOf(message['mid']);
  const sender = textOf(fieldsOf(event['sender'])['id']);
  const recipient = textOf(fieldsOf(event['recipient'])['id']);
  const isEcho = message['is_echo'] === true;
  const customer = isEcho ? recipient : sender;
  if (externalId === undefined || customer === undefined) return kept('message');
  // Otherwise, the account of the business would become its own contact.
  if (message['is_self'] === true) return { kind: 'ignored', why: 'a message to itself' };
  const at = event['timestamp'];
  if (message['is_deleted'] === true) {
    const by = isEcho ? 'business' : 'customer';
    return { kind: 'change', externalId, change: { kind: 'revoke' }, by, at };
  }
  const replyTo = textOf(fieldsOf(message['reply_to'])['mid']);
  const sent = { externalId, at, replyTo, profile: {}, ...contentOf(message) };
  return isEcho
    ? { kind: 'echo', to: [customer], ...sent }
    : { kind: 'message', from: [customer], ...sent };
}

/** Returns the item of an edit. Ignores edit number 0: it announces a new message, which has its own event. */
function editItem(
  { mid, text, num_edit }: Fields,
  { by, at }: { by: 'customer' | 'business'; at: unknown },
): Item {
  const externalId = textOf(mid);
  const edited = textOf(text);
  if (externalId === undefined) return kept('message_edit');
  if (edited === undefined || num_edit === 0) return { kind: 'ignored' };
  return { kind: 'change', externalId, change: { kind: 'edit', text: edited }, by, at };
}

function received(
  event: Fields,
  customer: string,
  sent: Pick<Extract<Item, { kind: 'message' }>, 'externalId' | 'content'>,
): Item {
  return { kind: 'message', from: [customer], at: event['timestamp'], profile: {}, ...sent };
}
