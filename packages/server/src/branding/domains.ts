import {
  checkOwnHost,
  domainChanges,
  domainProof,
  domainRemoved,
  domainTaken,
  type ProofState,
  proofIntervalMs,
  proofMisses,
  unproven,
} from '@parley/domain';
import { audit } from '../audit-log/record.ts';
import type { Deps } from '../deps.ts';
import { inTime } from '../in-time.ts';
import type { JobHandler } from '../jobs/job-handler.ts';
import type { JobPayloads } from '../jobs/payloads.ts';
import { completeJob, enqueue, releaseJob } from '../jobs/queue.ts';
import type { FindTxt } from '../outbound/txt.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { requireOwnAgency } from '../tenancy/grants.ts';
import { type AgencyDomain, agencyDomainsTable } from './table.ts';

/** The maximum time in which DNS must respond, in milliseconds. */
const answerMs = 5_000;

/** Returns the domains of the agency of the context, oldest first. */
export async function domainsOf({ db }: TenantContext): Promise<string[]> {
  const rows = await db.select(agencyDomainsTable).orderBy('created_at').orderBy('domain');
  return rows.map(({ domain }) => domain);
}

/** Gives an agency a domain, by the operator. Returns false when an agency of the installation has it already. */
export async function addDomain(ctx: TenantContext, domain: string): Promise<boolean> {
  return await inTransaction(ctx, async (ctx) => {
    // A domain that the agency itself has claimed becomes one of the operator.
    const claimed = { domain, proof: 'dns' } as const;
    const confirmed = await ctx.db.update(agencyDomainsTable, claimed, { proof: null });
    if (
      confirmed === 0 &&
      !(await insertDomain(ctx, { domain, proof: null, createdAt: ctx.now().toISOString() }))
    )
      return false;
    await audit(ctx, { action: 'agency_domain.added', recordId: ctx.db.tenantId });
    return true;
  });
}

type Claim = Pick<JobPayloads['check-domain'], 'domain' | 'claimedAt'>;

/** The row of a claim. The operator's domain, and a later claim of the same domain, are other rows. */
const rowOf = ({ domain, claimedAt }: Claim) =>
  ({ domain, proof: 'dns', created_at: claimedAt }) as const;

/**
 * Takes a domain from the agency of the context. Returns false when the agency does not have it, or no longer by the
 * claim.
 */
export async function removeDomain(
  ctx: TenantContext,
  domain: string,
  claim?: Claim,
): Promise<boolean> {
  return await inTransaction(ctx, async (ctx) => {
    const row = claim ? rowOf(claim) : { domain };
    if ((await ctx.db.remove(agencyDomainsTable, row)) === 0) return false;
    await audit(ctx, { action: 'agency_domain.removed', recordId: ctx.db.tenantId });
    return true;
  });
}

/**
 * Looks in DNS for the proofs of the domains that the agency does not have yet. Returns what it found. Call it before
 * the transaction of `changeDomains`.
 */
export async function findProofs(
  ctx: TenantContext,
  wanted: readonly string[],
  { findTxt, config: { publicUrl } }: Pick<Deps, 'findTxt' | 'config'>,
): Promise<ReadonlyMap<string, ProofState>> {
  const { id } = await requireOwnAgency(ctx);
  const { added } = domainChanges(await domainsOf(ctx), wanted);
  for (const domain of added) checkOwnHost(domain, publicUrl);
  const states = await Promise.all(added.map((domain) => findProof(findTxt, domain, id)));
  return new Map(added.map((domain, place) => [domain, states[place] ?? 'unknown']));
}

/**
 * Gives the agency of the context exactly these domains. Throws SVC-RULE-VIOLATION for a new one without a proof, and
 * SVC-CONFLICT for one that another agency has, or that this one has lost since `findProofs`.
 */
export async function changeDomains(
  ctx: TenantContext,
  wanted: readonly string[],
  proofs: ReadonlyMap<string, ProofState>,
): Promise<void> {
  const { tenantId } = ctx.db;
  const { added, removed } = domainChanges(await domainsOf(ctx), wanted);
  for (const domain of removed) await removeDomain(ctx, domain);
  for (const domain of added) {
    const state = proofs.get(domain);
    if (!state) throw domainRemoved(domain);
    if (state !== 'found') throw unproven(domainProof(domain, tenantId), state);
    const claimedAt = ctx.now().toISOString();
    const claim = { domain, proof: 'dns', createdAt: claimedAt } as const;
    if (!(await insertDomain(ctx, claim))) throw domainTaken(domain);
    await audit(ctx, { action: 'agency_domain.added', recordId: tenantId });
    const check = { domain, claimedAt, misses: 0 };
    await enqueue(ctx, 'check-domain', check, { delayMs: proofIntervalMs });
  }
}

/**
 * Looks once a day whether the DNS record of a claimed domain is still there. When it is missing several times in a row,
 * the agency loses the domain. A DNS that does not respond changes nothing.
 */
export function checkDomain({
  findTxt,
}: Pick<Deps, 'findTxt'>): JobHandler<JobPayloads['check-domain']> {
  return {
    // Only this job queues the next one. A dead one would leave the domain to the agency for ever.
    maxAttempts: Number.POSITIVE_INFINITY,
    async run(ctx, job) {
      const { misses: before, ...claim } = job.payload;
      const { domain } = claim;
      if (!(await ctx.db.select(agencyDomainsTable).where(rowOf(claim)).first())) return;
      const state = await findProof(findTxt, domain, ctx.db.tenantId);
      await inTransaction(ctx, async (ctx) => {
        if (state === 'unknown') return await releaseJob(ctx, job, proofIntervalMs);
        await completeJob(ctx, job);
        const misses = state === 'found' ? 0 : before + 1;
        if (misses === proofMisses) return void (await removeDomain(ctx, domain, claim));
        await enqueue(ctx, 'check-domain', { ...claim, misses }, { delayMs: proofIntervalMs });
      });
    },
  };
}

async function findProof(findTxt: FindTxt, domain: string, agencyId: string): Promise<ProofState> {
  const { name, value } = domainProof(domain, agencyId);
  const state = findTxt(name).then(
    (texts): ProofState => (texts.some((text) => text.trim() === value) ? 'found' : 'missing'),
    (): ProofState => 'unknown',
  );
  return await inTime(state, answerMs, () => 'unknown' as const);
}

/** Returns false when an agency of the installation has the domain already. */
async function insertDomain({ db }: TenantContext, domain: AgencyDomain): Promise<boolean> {
  return await db.insertIfAbsent(agencyDomainsTable, agencyDomainsTable.toRow(domain));
}
