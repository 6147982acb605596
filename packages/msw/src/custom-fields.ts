import {
  type CustomField,
  type CustomFieldValues,
  createCustomFieldBody,
  type customFieldsRoutes,
  examples,
} from '@parley/contract';
import { checkNoValues, mergeCustomValues } from '@parley/domain';
import { contactRecords } from './contact-records.ts';
import { conversationRecords } from './conversation-records.ts';
import { customFieldRecords } from './custom-values.ts';
import { dealRecords } from './deal-records.ts';
import { fakeCrud } from './fake-records.ts';
import { type Holder, holdersOf } from './holders.ts';
import { seedsOf } from './seeds-of.ts';
import type { Store } from './store.ts';
import { ticketRecords } from './tickets.ts';
import type { Fakes } from './types.ts';

export const customFields: Fakes<typeof customFieldsRoutes> = {
  ...fakeCrud(customFieldRecords),
  delete: ({ params: { id }, query: { force } }, store) => {
    const field = customFieldRecords.get(store, id);
    if (force) clearValues(store, field);
    checkNoValues(field, having(store, field).length);
    customFieldRecords.remove(store, id);
  },
};

export const customFieldSeeds = seedsOf(createCustomFieldBody, customFieldRecords, (number) => ({
  ...examples.createCustomFieldBody,
  key: `field${number}`,
}));

/** Returns the values of the records that have one for a custom field. */
function having(store: Store, { entity, key }: CustomField): Holder<CustomFieldValues>[] {
  return holders[entity](store).filter(({ value }) => Object.hasOwn(value, key));
}

function clearValues(store: Store, field: CustomField): void {
  for (const { value, save } of having(store, field)) {
    save(mergeCustomValues(value, { [field.key]: null }));
  }
}

/** Returns the values of the records of each kind that has custom fields. */
const holders = {
  contact: holdersOf('customFields', contactRecords),
  conversation: holdersOf('customFields', conversationRecords),
  deal: holdersOf('customFields', dealRecords),
  ticket: holdersOf('customFields', ticketRecords),
};
