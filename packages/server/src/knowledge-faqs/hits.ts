import { addHits } from '@parley/domain';
import type { TenantDb } from '../db/tenant-db.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { addFaqHits, type FaqHit } from './statements/add-faq-hits.ts';

interface TenantHits {
  readonly db: TenantDb;
  readonly hits: Map<string, FaqHit>;
}

/** Counts how often each FAQ was the first result of a search. Counts in memory, so that a search writes nothing. */
export class FaqHits {
  #tenants = new Map<string, TenantHits>();

  /** Counts that an FAQ was the first result. Call it outside of a transaction. */
  note({ db, now }: Pick<TenantContext, 'db' | 'now'>, id: string): void {
    this.#add(db, { id, hitCount: 1, lastHitAt: now().toISOString() });
  }

  /** Writes the counts. Those that could not be written are kept for the next call. */
  async flush(): Promise<void> {
    const tenants = [...this.#tenants.values()];
    this.#tenants = new Map();
    const failures: unknown[] = [];
    for (const { db, hits } of tenants) {
      try {
        await db.run(addFaqHits, [...hits.values()]);
      } catch (error) {
        for (const hit of hits.values()) this.#add(db, hit);
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }

  #add(db: TenantDb, hit: FaqHit): void {
    const tenant = this.#tenants.get(db.tenantId) ?? { db, hits: new Map<string, FaqHit>() };
    this.#tenants.set(db.tenantId, tenant);
    const known = tenant.hits.get(hit.id);
    tenant.hits.set(hit.id, { ...hit, ...(known && addHits(known, hit)) });
  }
}
