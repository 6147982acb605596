import { addressVariants, type suppressionsRoutes } from '@parley/contract';
import {
  addressesNamed,
  decided,
  later,
  newSuppression,
  phoneKey,
  phoneKeysOf,
  type Refusal,
  recipientOn,
  type StoredContact,
  type StoredSuppression,
  type SuppressedAddress,
  suppressedAddress,
  suppressionFilters,
  suppressionOf,
} from '@parley/domain';
import { decide, suppressionHash } from './contact-records.ts';
import { listRecords } from './fake-records.ts';
import { getRecord } from './records.ts';
import type { Store } from './store.ts';
import type { Fakes } from './types.ts';

export const suppressionRecords = {
  kind: 'suppression',
  show: (_store: Store, suppression: StoredSuppression) => suppressionOf(suppression),
} as const;

export const suppressions: Fakes<typeof suppressionsRoutes> = {
  list: ({ query }, store) => {
    const rules = { kind: 'suppression', filters: suppressionFilters } as const;
    const filters = () => ({
      address: ({ hash }: StoredSuppression, address: string) =>
        addressesNamed(address).map(suppressionHash).includes(hash),
    });
    const complete = suppressionRecords.show;
    return listRecords(store, rules, query, { complete, filters });
  },
  create: ({ body: { channelType, address: text, scope } }, store) => {
    const address = { ...recipientOn(channelType, text), channelType };
    const decidedAt = store.now();
    const refusal = { scope, decidedAt, source: 'api' } as const;
    const suppression = keepSuppression(store, suppressedAddress(address), refusal);
    const decision = decided('opted_out', { scope, channelType }, decidedAt);
    for (const contact of holdersOf(store, address)) decide(store, contact, [decision]);
    return suppressionOf(suppression);
  },
  get: ({ params: { id } }, store) =>
    suppressionOf(getRecord(store.suppressions, 'suppression', id)),
  delete: ({ params: { id } }, store) => {
    getRecord(store.suppressions, 'suppression', id);
    store.suppressions.delete(id);
  },
};

/** Returns the suppression of an address and a scope, with the time of the later decision. Creates it if there is none. */
export function keepSuppression(
  store: Store,
  address: SuppressedAddress,
  refusal: Refusal & Pick<StoredSuppression, 'source'>,
): StoredSuppression {
  const hash = suppressionHash(address);
  const known = [...store.suppressions.values()].find(
    (one) => one.hash === hash && one.scope === refusal.scope,
  );
  if (known) {
    known.decidedAt = later(known.decidedAt, refusal.decidedAt);
    return known;
  }
  const made = { id: store.newId('suppression'), at: store.now() };
  const { channelType } = address;
  const suppression = newSuppression({ ...refusal, channelType, hash }, made);
  store.suppressions.set(suppression.id, suppression);
  return suppression;
}

/** Returns the contacts that have an address. */
function holdersOf(
  store: Store,
  {
    channelType,
    ...address
  }: ReturnType<typeof recipientOn> & Pick<SuppressedAddress, 'channelType'>,
): StoredContact[] {
  const variants = addressVariants(address);
  const ids = [...store.identities.values()]
    .filter((one) => one.channelType === channelType && variants.includes(one.address))
    .map(({ contactId }) => contactId);
  const keys = phoneKeysOf(address);
  return [...store.contacts.values()].filter(
    ({ id, phone }) => ids.includes(id) || (phone !== null && keys.includes(phoneKey(phone))),
  );
}
