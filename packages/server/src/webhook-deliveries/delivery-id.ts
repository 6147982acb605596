import { hash } from 'node:crypto';
import type { Sqlite } from '../db/statement.ts';

// The id of a delivery is derived from its event and endpoint, so that the primary key keeps one per pair. It begins
// with the time of the event, so that key ranges prune both.

const timeLength = 10;

/** Returns the ID of a delivery. `deliveryIdSql` and the SQL function of `withDeliveryId` make the same ID. */
export function deliveryId(eventId: string, endpointId: string): string {
  const time = eventId.slice('evt_'.length, 'evt_'.length + timeLength);
  return `dlv_${time}${hash('sha256', `${eventId} ${endpointId}`, 'hex').slice(0, 16).toUpperCase()}`;
}

/** Returns the Postgres expression for the ID of a delivery, from two columns. */
export const deliveryIdSql = (eventId: string, endpointId: string) =>
  `'dlv_' || substr(${eventId}, 5, ${timeLength}) || upper(substr(encode(
     sha256(convert_to(${eventId} || ' ' || ${endpointId}, 'UTF8')), 'hex'), 1, 16))`;

const withFunction = new WeakSet<Sqlite>();

/** Adds the SQL function `delivery_id(event, endpoint)` to a connection, and returns the connection. */
export function withDeliveryId(db: Sqlite): Sqlite {
  if (withFunction.has(db)) return db;
  withFunction.add(db);
  return db.function('delivery_id', { deterministic: true }, deliveryId);
}
