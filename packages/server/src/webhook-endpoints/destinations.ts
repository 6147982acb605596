import { LRUCache } from 'lru-cache';
import { recent } from '../recent.ts';
import type { Destination } from './destination.ts';

/** The data of an endpoint; undefined when it is deleted. */
type Reading = Promise<Destination | undefined>;

const most = 10_000;

/** Caches the data of endpoints. Reads it again when a claim states a newer version of the endpoint. */
export class Destinations {
  readonly #read: (tenantId: string, endpointId: string) => Reading;
  readonly #known = new LRUCache<string, { version: number; reading: Reading }>(recent(most));

  constructor(read: (tenantId: string, endpointId: string) => Reading) {
    this.#read = read;
  }

  get(tenantId: string, endpointId: string, version: number): Reading {
    const known = this.#known.get(endpointId);
    if (known?.version === version) return known.reading;
    const reading = this.#read(tenantId, endpointId);
    this.#known.set(endpointId, { version, reading });
    reading.catch(() => this.#known.delete(endpointId));
    return reading;
  }
}
