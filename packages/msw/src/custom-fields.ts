import {
  type CustomField,
  type CustomFieldValues,
  createCustomFieldBody,
  type customFieldsRoutes,
  examples,
} from '@parley/contract';
import { checkCustomFieldLimit, checkNoValues, mergeCustomValues } from '@parley/domain';
import { contactRecords } from './contact-records.ts';
import { conversationRecords } from './conversation-records.ts';
import { customFieldRecords } from './custom-values.ts';
import { dealRecords } from './deal-records.ts';
import { fakeCrud } from './fake-records.ts';
import { seedsOf } from './seeds-of.ts';
import type { Store } from './store.ts';
import { ticketRecords } from './tickets.ts';
import type { Fakes } from './types.ts';

export const limitedFieldRecords: typeof customFieldRecords = {
  ...customFieldRecords,
  create(store, body) {
    const all = [...customFieldRecords.all(store).values()];
    checkCustomFieldLimit(all.filter(({ entity }) => entity === body.entity).length);
    return customFieldRecords.create(store, body);
  },
};

export const customFields: Fakes<typeof customFieldsRoutes> = {
  ...fakeCrud(limitedFieldRecords),
  delete: ({ params: { id }, query: { force } }, store) => {
    const field = customFieldRecords.get(store, id);
    if (force) clearValues(store, field);
    checkNoValues(field, holdersOf(store, field).length);
    customFieldRecords.remove(store, id);
    return { status: 204, body: undefined };
  },
};

export const customFieldSeeds = seedsOf(createCustomFieldBody, limitedFieldRecords, (number) => ({
  ...examples.createCustomFieldBody,
  key: `field${number}`,
}));

interface Holder {
  readonly customFields: CustomFieldValues;
  clear(values: CustomFieldValues): void;
}

/** Returns the records that have a value for a custom field. */
function holdersOf(store: Store, { entity, key }: CustomField): Holder[] {
  return holders[entity](store).filter(({ customFields }) => Object.hasOwn(customFields, key));
}

function clearValues(store: Store, field: CustomField): void {
  for (const { customFields, clear } of holdersOf(store, field)) {
    clear(mergeCustomValues(customFields, { [field.key]: null }));
  }
}

/** The stored records of each kind that has custom fields. */
const holders = {
  contact: allOf(contactRecords),
  conversation: allOf(conversationRecords),
  deal: allOf(dealRecords),
  ticket: allOf(ticketRecords),
};

function allOf<Rec extends { readonly customFields: CustomFieldValues }>(records: {
  all(store: Store): ReadonlyMap<string, Rec>;
  save(store: Store, record: Rec, wanted: { customFields: CustomFieldValues }): unknown;
}) {
  return (store: Store): Holder[] =>
    [...records.all(store).values()].map((record) => ({
      customFields: record.customFields,
      clear: (customFields) => void records.save(store, record, { customFields }),
    }));
}
