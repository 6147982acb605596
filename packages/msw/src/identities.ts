import { addressVariants, type identitiesRoutes } from '@parley/contract';
import {
  checkIdentityLimit,
  checkUnused,
  hasAddress,
  linkedAddress,
  notFoundIn,
  suppressedAddresses,
} from '@parley/domain';
import { channelRecords } from './channel-records.ts';
import {
  changeAddresses,
  contactRecords,
  conversationsOf,
  takeRefusals,
} from './contact-records.ts';
import { keyOf, knownIdentity, linkAddress, ownerOf } from './people.ts';
import type { Fakes } from './types.ts';

export const identities: Fakes<typeof identitiesRoutes> = {
  link: ({ params, body }, store) => {
    const contact = contactRecords.get(store, params.id);
    const channel = body.channelId ? channelRecords.get(store, body.channelId) : undefined;
    const address = linkedAddress(body, channel);
    const place = { id: address.channelId ?? '', type: address.channelType };
    const known = knownIdentity(store, place, address);
    if (!hasAddress(contact.id, known, ownerOf(store, address))) {
      checkIdentityLimit(store.identitiesByContact.get(contact.id)?.length ?? 0, 1);
      const of = { contactId: contact.id, profileName: null };
      changeAddresses(store, contact, () => linkAddress(store, place, address, of));
      takeRefusals(store, contact, suppressedAddresses(null, [address]));
    }
    return contactRecords.show(store, contact);
  },
  unlink: ({ params: { id: contactId, identityId: id } }, store) => {
    const contact = contactRecords.get(store, contactId);
    const own = store.identitiesByContact.get(contactId) ?? [];
    const identity = own.find((one) => one.id === id);
    if (!identity) throw notFoundIn('contact', 'identity', id);
    const { channelId, channelType } = identity;
    const addresses = addressVariants(identity);
    const used = conversationsOf(store, contactId).filter(
      (one) =>
        one.channelType === channelType &&
        (channelId === null || one.channelId === channelId) &&
        addresses.includes(one.address),
    );
    checkUnused(id, used.length);
    changeAddresses(store, contact, () => {
      store.identities.delete(keyOf({ id: channelId ?? '', type: channelType }, identity));
      store.identitiesByContact.set(
        contactId,
        own.filter((one) => one !== identity),
      );
    });
  },
};
