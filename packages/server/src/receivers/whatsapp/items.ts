import { messageCategoryPattern, type ReportedStatus } from '@parley/contract/schemas';
import { type Item, kept, peopleOf } from '../items.ts';
import { type Fields, fieldsOf, listOf, textOf } from '../provider-json.ts';
import { contentOf, editedText } from './content.ts';

// The items of one change of a WhatsApp webhook.

/**
 * Returns a function that finds the description of the customer for an item: `list` is the name of the list that
 * contains the item.
 */
export function contactsBy(
  contacts: readonly Fields[],
): (list: string, item: Fields) => Fields | undefined {
  const byAddress = new Map<unknown, Fields>();
  for (const contact of contacts.toReversed()) {
    for (const address of [contact['user_id'], contact['wa_id']]) byAddress.set(address, contact);
  }
  byAddress.delete(undefined);
  const [only, ...others] = contacts;
  return (list, { from, from_user_id, to, to_user_id, recipient_id, recipient_user_id }) => {
    if (list === 'statuses') return byAddress.get(recipient_id) ?? byAddress.get(recipient_user_id);
    if (list === 'message_echoes') return byAddress.get(to) ?? byAddress.get(to_user_id);
    if (list !== 'messages') return undefined;
    const own = byAddress.get(from) ?? byAddress.get(from_user_id);
    return own ?? (others.length === 0 ? only : undefined);
  };
}

/** Returns the item of a customer's message. */
export function messageItem(message: Fields, contact: Fields = {}): Item {
  const externalId = textOf(message['id']);
  const { previous_user_id } = fieldsOf(message['system']);
  // With a message about a changed number, the contact can already have the new one, which `moveItem` gives to the customer.
  const { wa_id, user_id } = message['type'] === 'system' ? {} : contact;
  const from = peopleOf(message['from'], message['from_user_id'], wa_id, user_id, previous_user_id);
  const change = changeItem(message, 'customer');
  if (change) return change;
  if (externalId === undefined || from === undefined || message['group_id'] !== undefined)
    return kept(`message of type ${String(message['type'])}`);
  return {
    kind: 'message',
    from,
    externalId,
    at: message['timestamp'],
    replyTo: textOf(fieldsOf(message['context'])['id']),
    profile: profileOf(contact),
    ...contentOf(message),
  };
}

/** Returns the item of a changed address, which a message of type `system` reports; undefined for other messages. */
export function moveItem(message: Fields): Item | undefined {
  if (message['type'] !== 'system') return undefined;
  const { type, wa_id, new_wa_id, user_id, previous_user_id } = fieldsOf(message['system']);
  const [before, after] =
    type === 'user_changed_user_id'
      ? [textOf(previous_user_id), textOf(user_id)]
      : [textOf(message['from']), textOf(wa_id) ?? textOf(new_wa_id)];
  if (!/changed_(number|user_id)$/.test(String(type)) || !before || !after) return undefined;
  return { kind: 'move', previous: before, current: after };
}

/** Returns the item of a message that the business sent with the WhatsApp Business app. */
export function echoItem(echo: Fields, contact: Fields = {}): Item {
  const externalId = textOf(echo['id']);
  const to = peopleOf(echo['to'], echo['to_user_id']);
  const change = changeItem(echo, 'business');
  if (change) return change;
  if (externalId === undefined || to === undefined)
    return kept(`echo of type ${String(echo['type'])}`);
  return {
    kind: 'echo',
    to,
    externalId,
    at: echo['timestamp'],
    replyTo: textOf(fieldsOf(echo['context'])['id']),
    profile: profileOf(contact),
    ...contentOf(echo),
  };
}

const statuses: ReadonlyMap<string, ReportedStatus> = new Map(
  Object.entries<ReportedStatus>({
    sent: 'sent',
    delivered: 'delivered',
    read: 'read',
    // A voice message was listened to.
    played: 'read',
    failed: 'failed',
  }),
);

/** Returns the item of a status report about a message. */
export function statusItem(status: Fields, contact: Fields = {}): Item {
  const externalId = textOf(status['id']);
  const name = String(status['status']);
  if (name === 'deleted') return { kind: 'ignored' };
  const reported = statuses.get(name);
  if (externalId === undefined || reported === undefined) return kept(`status ${name}`);
  return {
    kind: 'status',
    externalId,
    reference: textOf(status['biz_opaque_callback_data']),
    status: reported,
    at: status['timestamp'],
    error: reported === 'failed' ? errorOf(listOf(status['errors'])[0] ?? {}) : undefined,
    category: categoryOf(fieldsOf(status['pricing'])),
    recipient: recipientOf(status, contact),
  };
}

/** Returns the addresses of the recipient of a message; undefined for a group. */
function recipientOf(status: Fields, contact: Fields): readonly string[] | undefined {
  const { recipient_type, recipient_id, recipient_user_id } = status;
  if (recipient_type === 'group') return undefined;
  return peopleOf(recipient_id, recipient_user_id, contact['wa_id'], contact['user_id']);
}

/** Returns the category by which Meta bills a message; undefined when the report does not state it. */
function categoryOf({ category }: Fields): string | undefined {
  const name = textOf(category)?.toLowerCase();
  return name !== undefined && messageCategoryPattern.test(name) ? name : undefined;
}

/** Returns the item of a change of a user's business-scoped ID. */
export function userIdItem(update: Fields): Item {
  const ids = fieldsOf(update['user_id']);
  const previous = textOf(ids['previous']);
  const current = textOf(ids['current']);
  return previous && current ? { kind: 'move', previous, current } : kept('user_id_update');
}

/** Returns the item of a user's decision to stop or to allow marketing messages. */
export function preferenceItem(preference: Fields): Item {
  const { wa_id, user_id, category, value, timestamp } = preference;
  const by = peopleOf(wa_id, user_id);
  const status = value === 'stop' ? 'opted_out' : value === 'resume' ? 'opted_in' : undefined;
  if (!by || !status || category !== 'marketing_messages') return kept('user_preferences');
  return { kind: 'preference', by, status, at: timestamp };
}

const stops = new Set(['ACCOUNT_DELETED', 'ACCOUNT_OFFBOARDED', 'PARTNER_REMOVED']);

/** Returns the item of Meta's decision to disable, restore or restrict the account of the channel. */
export function accountItem(value: Fields): Item {
  const event = String(value['event']);
  const { waba_ban_state: state, waba_ban_date: date } = fieldsOf(value['ban_info']);
  const banState = event === 'DISABLED_UPDATE' ? state : undefined;
  if (banState === 'DISABLE' || stops.has(event))
    return { kind: 'channel', effect: 'stops', message: event };
  if (banState === 'REINSTATE' || event === 'ACCOUNT_RECONNECTED')
    return { kind: 'channel', effect: 'works', message: event };
  const reasons =
    banState === 'SCHEDULE_FOR_DISABLE'
      ? [[banState, textOf(date)]]
      : event === 'ACCOUNT_VIOLATION'
        ? [[event, textOf(fieldsOf(value['violation_info'])['violation_type'])]]
        : listOf(value['restriction_info']).map(({ restriction_type, expiration }) => [
            textOf(restriction_type),
            endOf(expiration),
          ]);
  const message = reasons.map((words) => words.filter(Boolean).join(' ')).join(', ');
  if (message === '') return kept(`account_update ${event}`);
  return { kind: 'channel', effect: 'is_restricted', message: message.slice(0, 500) };
}

/** Returns the end of a restriction. Meta states it in seconds, or as a text. */
function endOf(given: unknown): string | undefined {
  const end = new Date(Number(given) * 1_000);
  return Number.isNaN(end.getTime()) ? textOf(given) : end.toISOString();
}

function changeItem(message: Fields, by: 'customer' | 'business'): Item | undefined {
  const type = message['type'];
  if (type !== 'edit' && type !== 'revoke') return undefined;
  const body = fieldsOf(message[type]);
  const externalId = textOf(body['original_message_id']);
  if (externalId === undefined) return undefined;
  const at = message['timestamp'];
  if (type === 'revoke') return { kind: 'change', externalId, change: { kind: 'revoke' }, by, at };
  const text = editedText(fieldsOf(body['message']));
  return text === undefined
    ? undefined
    : { kind: 'change', externalId, change: { kind: 'edit', text }, by, at };
}

function errorOf({ code, title, message, error_data }: Fields) {
  const details = textOf(fieldsOf(error_data)['details']);
  return {
    code: textOf(code) ?? null,
    message: details ?? textOf(message) ?? textOf(title) ?? null,
  };
}

function profileOf(contact: Fields) {
  const { name, username } = fieldsOf(contact['profile']);
  return { name: textOf(name), username: textOf(username) ?? textOf(contact['username']) };
}
