import {
  type ChannelType,
  channelType,
  type ListSuppressionsQuery,
  normalizeRecipient,
  type Suppression,
} from '@parley/contract/schemas';
import type { ConsentChange } from './consent.ts';
import { type Address, phoneKey, type StoredContact } from './contacts.ts';
import { anyOf, custom, type Filters } from './filters.ts';
import type { Made } from './rules.ts';

/** The opt-out of an address. It stays when its contact is erased, and can exist before there is a contact. */
export type Refusal = Pick<Suppression, 'scope' | 'decidedAt'>;

export interface StoredSuppression extends Suppression {
  /** The hash of the address. The address itself is not stored. */
  readonly hash: string;
}

export const suppressionFilters: Filters<StoredSuppression, ListSuppressionsQuery> = {
  address: custom,
  channelType: anyOf('channelType'),
  scope: anyOf('scope'),
};

export function newSuppression(
  { channelType, scope, source, decidedAt, hash }: Omit<StoredSuppression, 'id' | 'createdAt'>,
  { id, at }: Made,
): StoredSuppression {
  return { id, hash, channelType, scope, source, decidedAt, createdAt: at };
}

/** Returns the suppression as the API shows it. */
export function suppressionOf({ hash: _hash, ...suppression }: StoredSuppression): Suppression {
  return suppression;
}

/** Returns the opt-outs of a contact. A blocked contact counts as opted out of every message. */
export function refusalsOf({ consent, blocked, updatedAt }: StoredContact): Refusal[] {
  return (['marketing', 'all'] as const).flatMap((scope) => {
    const { status, at } = consent[scope];
    if (status === 'opted_out') return [{ scope, decidedAt: at ?? updatedAt }];
    return scope === 'all' && blocked ? [{ scope, decidedAt: updatedAt }] : [];
  });
}

/** Returns the consent changes for a new contact whose addresses are suppressed. */
export function decisionsOf(refusals: readonly Refusal[]): ConsentChange[] {
  return refusals.map(({ scope, decidedAt: at }) => ({
    scopes: [scope],
    status: 'opted_out',
    at,
    source: 'import',
    channelType: null,
  }));
}

/** An address in the form in which suppressions store it: the same form for all spellings. */
export interface SuppressedAddress {
  readonly channelType: ChannelType;
  readonly key: string;
}

/** Returns the addresses of a contact that suppressions are stored for. */
export function suppressedAddresses(
  phone: string | null,
  identities: readonly Pick<Address, 'channelType' | 'kind' | 'address'>[],
): SuppressedAddress[] {
  const own = identities.map(suppressedAddress);
  const all =
    phone === null ? own : [...own, { channelType: 'whatsapp' as const, key: phoneKey(phone) }];
  return [...new Map(all.map((one) => [`${one.channelType} ${one.key}`, one])).values()];
}

export function suppressedAddress({
  channelType,
  kind,
  address,
}: Pick<Address, 'channelType' | 'kind' | 'address'>): SuppressedAddress {
  return { channelType, key: kind === 'phone' ? phoneKey(address) : address };
}

/** Returns the addresses that a text can stand for: one for each network with addresses of this form. */
export function addressesNamed(text: string): SuppressedAddress[] {
  return channelType.options.flatMap((type) => {
    const found = normalizeRecipient(type, text);
    return found.ok ? [suppressedAddress({ ...found, channelType: type })] : [];
  });
}
