import { type Item, kept, type Network, type ParsedItem, type Part } from '../items.ts';
import { type Fields, fieldsOf, listOf, textOf } from '../provider-json.ts';
import {
  accountItem,
  contactsBy,
  echoItem,
  messageItem,
  moveItem,
  preferenceItem,
  statusItem,
  userIdItem,
} from './items.ts';
import { capabilityItem, numberQualityItem } from './quality.ts';
import {
  templateCategoryItem,
  templateContentItem,
  templateQualityItem,
  templateStatusItem,
} from './templates.ts';

// A body has entries, an entry has changes, and a change has a list of items. A change states the phone number that it
// is about. Changes of templates and of the account state only the account.

const object = 'whatsapp_business_account';

export const whatsapp: Network = {
  partsOf(body) {
    if (fieldsOf(body)['object'] !== object) return [];
    const parts = new Map<string, { ofAccount: boolean; externalId: string; entry: Fields[] }>();
    for (const { id, time, changes } of listOf(fieldsOf(body)['entry'])) {
      const changesOf = new Map<string, Fields[]>();
      for (const change of listOf(changes)) {
        const { metadata, waba_info } = fieldsOf(change['value']);
        const number = textOf(fieldsOf(metadata)['phone_number_id']);
        // In events about partners, the entry has the ID of a business instead of the account.
        const externalId = number ?? textOf(fieldsOf(waba_info)['waba_id']) ?? textOf(id);
        if (externalId === undefined) continue;
        const ofAccount = number === undefined;
        const key = `${ofAccount} ${externalId}`;
        const known = changesOf.get(key);
        known?.push(change);
        if (known) continue;
        changesOf.set(key, [change]);
        const part = parts.get(key) ?? { ofAccount, externalId, entry: [] };
        part.entry.push({ id, time, changes: changesOf.get(key) });
        parts.set(key, part);
      }
    }
    return [...parts.values()].map(
      ({ entry, ...named }): Part => ({ ...named, body: { object, entry } }),
    );
  },

  // Messages first: statuses and changes may be about them.
  itemsOf(body) {
    const all = listOf(fieldsOf(body)['entry']).flatMap(({ id, time, changes }) =>
      listOf(changes).flatMap((change) => itemsOfChange({ id, time }, change)),
    );
    return all.sort((a, b) => rankOf(a.item) - rankOf(b.item));
  },
};

const order: readonly Item['kind'][] = ['message', 'echo', 'change', 'status'];

function rankOf({ kind }: Item): number {
  // A changed address comes with a message from the new one.
  const rank = order.indexOf(kind === 'move' ? 'message' : kind);
  return rank === -1 ? order.length : rank;
}

/** Reads an item of a list. `contact` describes the customer; undefined if the webhook does not. */
type ReadList = (item: Fields, contact: Fields | undefined) => readonly Item[];

const lists: ReadonlyMap<string, ReadList> = new Map(
  Object.entries<ReadList>({
    messages: (message, contact) => [
      messageItem(message, contact),
      ...[moveItem(message)].filter((move) => move !== undefined),
    ],
    message_echoes: (echo, contact) => [echoItem(echo, contact)],
    statuses: (status, contact) => [statusItem(status, contact)],
    user_id_update: (update) => [userIdItem(update)],
    user_preferences: (preference) => [preferenceItem(preference)],
  }),
);

/** Parsers of changes that have no list of items, by the field of the change. */
const changes: ReadonlyMap<string, (value: Fields) => Item> = new Map([
  ['account_update', accountItem],
  ['phone_number_quality_update', numberQualityItem],
  ['business_capability_update', capabilityItem],
  ['message_template_status_update', templateStatusItem],
  ['message_template_quality_update', templateQualityItem],
  ['template_category_update', templateCategoryItem],
  ['message_template_components_update', templateContentItem],
]);

function itemsOfChange(entry: Fields, change: Fields): ParsedItem[] {
  const { field } = change;
  const { messages, message_echoes, statuses, user_id_update, user_preferences, ...rest } =
    fieldsOf(change['value']);
  const given = { messages, message_echoes, statuses, user_id_update, user_preferences };
  const { metadata } = rest;
  const contactOf = contactsBy(listOf(rest['contacts']));
  const fragmentOf = (value: Fields) => ({
    object,
    entry: [{ ...entry, changes: [{ field, value }] }],
  });
  const found = Object.entries(given).flatMap(([name, list]) =>
    listOf(list).flatMap((one) => {
      const contact = contactOf(name, one);
      const contacts = contact && [contact];
      const fragment = fragmentOf({ metadata, contacts, [name]: [one] });
      return (lists.get(name)?.(one, contact) ?? []).map((item) => ({ item, fragment }));
    }),
  );
  if (found.length > 0) return found;
  const itemOf = changes.get(String(field));
  const item = itemOf ? itemOf(rest) : kept(String(field));
  return [{ item, fragment: fragmentOf(fieldsOf(change['value'])) }];
}
