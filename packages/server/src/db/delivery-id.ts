import { hash } from 'node:crypto';
import type { IdPrefix } from '@parley/contract/schemas';

// The id of a delivery follows from its event and its endpoint, so that the primary key alone keeps one of
// each pair; it begins with the time of the event, so that both are pruned by ranges of their keys.

const timeLength = 10;
const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** `deliveryIdSql` says the same. */
export function deliveryId(eventId: string, endpointId: string): string {
  const time = eventId.slice('evt_'.length, 'evt_'.length + timeLength);
  return `dlv_${time}${hash('sha256', `${eventId} ${endpointId}`, 'hex').slice(0, 16).toUpperCase()}`;
}

/** For Postgres, of two columns. */
export const deliveryIdSql = (eventId: string, endpointId: string) =>
  `'dlv_' || substr(${eventId}, 5, ${timeLength}) || upper(substr(encode(
     sha256(convert_to(${eventId} || ' ' || ${endpointId}, 'UTF8')), 'hex'), 1, 16))`;

/** No id of this or a later millisecond is lower. */
export function firstIdAt(prefix: IdPrefix, ms: number): string {
  let time = '';
  for (let rest = Math.max(0, ms), place = 0; place < timeLength; place += 1) {
    time = crockford[rest % 32] + time;
    rest = Math.floor(rest / 32);
  }
  return `${prefix}_${time}${'0'.repeat(16)}`;
}
