import type { TenantLimitName, TenantLimitUses } from '@parley/contract';
import {
  type Addition,
  type LimitCount,
  periodOf,
  reachedBy,
  refusedByLimit,
  usesOf,
} from '@parley/domain';
import { recordChange } from './events.ts';
import type { Store } from './store.ts';

/** A new record that counts, by default at the present time. */
type NewRecord = Omit<Addition, 'at'> & Partial<Pick<Addition, 'at'>>;

/** Returns the number of records that count for a limit. */
const countOf: Record<TenantLimitName, (store: Store, period: string) => number> = {
  messagesPerMonth: ({ messages, erasedMessages }, period) =>
    count(messages.values(), ({ createdAt }) => createdAt.startsWith(period)) +
    (erasedMessages.get(period) ?? 0),
  contacts: ({ contacts }) => contacts.size,
  channels: (store) =>
    count(
      store.records<{ status: string }>('channel').values(),
      ({ status }) => status !== 'archived',
    ),
  members: (store) =>
    count(store.records<{ active: boolean }>('user').values(), ({ active }) => active),
};

function count<Item>(items: Iterable<Item>, counts: (item: Item) => boolean): number {
  return [...items].filter(counts).length;
}

/** Returns a limit with its counter; undefined for a tenant without this limit. */
export function limitOf(store: Store, name: TenantLimitName): LimitCount | undefined {
  const max = store.tenant.limits[name];
  if (max === null) return undefined;
  const period = periodOf(name, store.now());
  return { max, used: countOf[name](store, period), period };
}

/**
 * Throws SVC-LIMIT-REACHED when the limit has no room for new records. Records an event when they reach a part of it.
 * Call it before the records are stored.
 */
export function takeRoom(store: Store, addition: NewRecord): void {
  const limit = requireRoom(store, addition);
  if (limit) noteReached(store, addition, limit);
}

/** Records an event when new records reach a part of a limit. `limit` has the counter from before them. */
export function noteReached(store: Store, addition: NewRecord, limit: LimitCount): void {
  const at = store.now();
  for (const reached of reachedBy({ at, ...addition }, limit, store.tenant.id)) {
    recordChange(store, 'tenant.limit_reached', reached, null, { at });
  }
}

/** Throws SVC-LIMIT-REACHED when the limit has no room for new records. Returns the limit; undefined without one. */
export function requireRoom(store: Store, addition: NewRecord): LimitCount | undefined {
  const limit = limitOf(store, addition.name);
  const refused = limit && refusedByLimit({ at: store.now(), ...addition }, limit);
  if (refused) throw refused;
  return limit;
}

/** Returns the limits of the tenant as the API shows them. */
export function limitUsesOf(store: Store): TenantLimitUses {
  return usesOf((name) => limitOf(store, name), store.now());
}
