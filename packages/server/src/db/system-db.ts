import type { Database } from './database.ts';
import { type ClaimedJob, type ClaimInput, claimJobs } from './statements/claim-jobs.ts';
import { holdLease, type Lease, sweepLeases } from './statements/hold-leases.ts';
import { pruneExpired } from './statements/prune-expired.ts';
import { type Settlement, settleJob } from './statements/settle-jobs.ts';
import { TenantDb } from './tenant-db.ts';

/** What must be asked before a tenant is known. Each question is a named method; add none lightly. */
export class SystemDb {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  get dialect() {
    return this.#database.dialect;
  }

  /** The only way to a TenantDb. Called by http/authenticate, jobs/worker, channels/receive and cli/. */
  forTenant(tenantId: string): TenantDb {
    return new TenantDb(this.#database, tenantId);
  }

  async claimJobs(input: ClaimInput): Promise<readonly ClaimedJob[]> {
    return await this.#database.run(claimJobs, { tenantId: noTenant, input });
  }

  async settleJob(input: Settlement): Promise<boolean> {
    return await this.#database.run(settleJob, { tenantId: noTenant, input });
  }

  async holdLease(input: Lease): Promise<boolean> {
    return await this.#database.run(holdLease, { tenantId: noTenant, input });
  }

  async sweepLeases(): Promise<number> {
    return await this.#database.run(sweepLeases, { tenantId: noTenant, input: null });
  }

  /** Removes a batch of what has outlived its retention. */
  async prune(now: Date): Promise<number> {
    return await this.#database.run(pruneExpired, {
      tenantId: noTenant,
      input: { nowMs: now.getTime() },
    });
  }

  onJobs(listener: () => void): () => void {
    return this.#database.onJobs(listener);
  }
}

/** Claim tables are shared by all tenants: their statements look at no tenant. */
const noTenant = '';
