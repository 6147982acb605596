import type {
  AgencyClientCopy,
  CopiedResource,
  CreatePipelineBody,
  Pipeline,
} from '@parley/contract/schemas';
import { copyOf, endedCopy, hasCode, isUntouchedFirst, nextCopied } from '@parley/domain';
import { audit } from '../audit-log/record.ts';
import { putEach } from '../crud/batch.ts';
import { customFields } from '../custom-fields/service.ts';
import { customFieldsTable } from '../custom-fields/table.ts';
import type { Table } from '../db/table.ts';
import type { JobHandler } from '../jobs/job-handler.ts';
import type { JobPayloads } from '../jobs/payloads.ts';
import { completeJob, enqueue } from '../jobs/queue.ts';
import { batchKnowledgeFaqs } from '../knowledge-faqs/batch.ts';
import { planFaqs } from '../knowledge-faqs/service.ts';
import { knowledgeFaqsTable } from '../knowledge-faqs/table.ts';
import { allPipelines, pipelines } from '../pipelines/records.ts';
import { createPipeline, deletePipeline } from '../pipelines/service.ts';
import { pipelinesTable } from '../pipelines/table.ts';
import { tags } from '../tags/records.ts';
import { tagsTable } from '../tags/table.ts';
import { inSavepoint, inTransaction, type TenantContext } from '../tenancy/context.ts';
import { actAsClient } from '../tenancy/grants.ts';
import { getCurrentTenant } from '../tenants/service.ts';
import { readInside } from './read-inside.ts';
import { agencyClients } from './records.ts';

// A job copies one batch, and queues the next job in the transaction that writes the records: after a kill, no record is
// missing or copied twice.

type Payload = JobPayloads['copy-client'];

/** The number of records that one transaction copies. */
const batch = 25;

/** Queues the first job of a copy, in the transaction that creates the client. */
export async function beginCopy(
  ctx: TenantContext,
  clientId: string,
  { copied, skipped }: AgencyClientCopy,
): Promise<void> {
  await enqueue(ctx, 'copy-client', { clientId, resource: null, after: '', copied, skipped });
}

export const copyClient: JobHandler<Payload> = {
  slots: { atOnce: 2, ofTenant: 1 },
  maxAttempts: 10,
  async run(ctx, job) {
    const { payload } = job;
    const copy = await pendingCopy(ctx, payload.clientId);
    if (!copy) return;
    const resource = payload.resource ?? nextCopied(copy, null);
    const read = resource && (await readBatch(ctx, copy, { ...payload, resource }));
    await inTransaction(ctx, async (ctx) => {
      await completeJob(ctx, job);
      if (!read) return await end(ctx, { ...payload, status: 'failed' });
      const { inside } = await actAsClient(ctx, payload.clientId);
      const created = await read.write(inside);
      const next = progress(copy, { ...payload, resource, created, ...read });
      if (next.resource !== undefined) {
        await enqueue(ctx, 'copy-client', { ...next, resource: next.resource });
        return;
      }
      await audit(inside, { action: 'tenant.setup_copied', recordId: inside.db.tenantId });
      await end(ctx, { ...next, status: 'completed' });
    });
  },
  exhausted: (ctx, job) =>
    inTransaction(ctx, async (ctx) => {
      await completeJob(ctx, job);
      await end(ctx, { ...job.payload, status: 'failed' });
    }),
};

async function pendingCopy(ctx: TenantContext, id: string): Promise<AgencyClientCopy | undefined> {
  const copy = (await agencyClients.find(ctx, id))?.copy;
  return copy?.status === 'pending' ? copy : undefined;
}

/** Writes the result of a copy into the record of the client. An archived client has none. */
async function end(
  ctx: TenantContext,
  { clientId, ...result }: Pick<Payload, 'clientId'> & Parameters<typeof endedCopy>[1],
): Promise<void> {
  const before = await agencyClients.lock(ctx, clientId);
  if (before?.copy?.status !== 'pending') return;
  const copy = endedCopy(before.copy, result, ctx.now().toISOString());
  await agencyClients.save(ctx, before, { ...before, copy });
}

interface Batch {
  /** The number of records that were read. */
  readonly read: number;
  readonly last: string;
  /** The number of records that `write` creates if none is refused. */
  readonly wanted: number;
  /** Creates the copies. Returns their number. */
  write(inside: TenantContext): Promise<number>;
}

/**
 * Reads a batch of records of the other client, outside of a transaction. Returns undefined when the agency may no
 * longer read them.
 */
async function readBatch(
  ctx: TenantContext,
  { clientId }: AgencyClientCopy,
  { resource, after }: { resource: CopiedResource; after: string },
): Promise<Batch | undefined> {
  try {
    return await readInside(ctx, { clientId, permission: 'keys' }, (source) =>
      copiers[resource](source, after),
    );
  } catch (error) {
    if (hasCode(error, 'SVC-GRANT-REQUIRED', 'SVC-NOT-FOUND')) return undefined;
    throw error;
  }
}

const copiers: Readonly<
  Record<CopiedResource, (source: TenantContext, after: string) => Promise<Batch>>
> = {
  pipelines: copier(pipelinesTable, copyOf.pipelines, eachBy(copyPipeline)),
  tags: copier(tagsTable, copyOf.tags, eachBy(tags.create)),
  customFields: copier(customFieldsTable, copyOf.customFields, eachBy(customFields.create)),
  faqs: copier(knowledgeFaqsTable, copyOf.faqs, async (items, source) => {
    const plans = await planFaqs(source, items);
    return async (inside) => {
      const findNone = async () => [];
      const { results } = await batchKnowledgeFaqs(inside, { items: [...items] }, plans, findNone);
      return results.filter(({ error }) => error === null).length;
    };
  }),
};

/** Returns a function that reads a batch of a table. `prepare` does what takes long before the transaction. */
function copier<Rec, Row extends { id: string }, Body>(
  table: Table<Rec, Row>,
  bodyOf: (record: Rec) => Body | undefined,
  prepare: (bodies: readonly Body[], source: TenantContext) => Promise<Batch['write']>,
) {
  return async (source: TenantContext, after: string): Promise<Batch> => {
    const rows = await source.db.select(table).where('id', '>', after).orderBy('id').limit(batch);
    const bodies = rows.map(table.toRecord).flatMap((record) => bodyOf(record) ?? []);
    const write = bodies.length > 0 ? await prepare(bodies, source) : async () => 0;
    return { read: rows.length, last: rows.at(-1)?.id ?? after, wanted: bodies.length, write };
  };
}

function eachBy<Body>(create: (ctx: TenantContext, body: Body) => Promise<unknown>) {
  return async (bodies: readonly Body[]): Promise<Batch['write']> =>
    async (inside) => {
      const outcomes = await putEach(inside, bodies, async (ctx, body) => {
        await create(ctx, body);
        return { status: 'created' as const };
      });
      return outcomes.filter(({ status }) => status === 'created').length;
    };
}

/** Creates a pipeline. The copy of the default pipeline replaces the one that every new tenant has. */
async function copyPipeline(ctx: TenantContext, body: CreatePipelineBody): Promise<void> {
  const tenant = await getCurrentTenant(ctx);
  const all = body.isDefault ? await allPipelines(ctx) : [];
  const first = all.find((pipeline) => isUntouchedFirst(pipeline, tenant));
  if (first) {
    // It is removed first: with it, the copy can be one pipeline more than the maximum.
    await inSavepoint(ctx, (ctx) => removeFirst(ctx, first)).catch((error: unknown) => {
      // It has deals already.
      if (!hasCode(error, 'SVC-IN-USE')) throw error;
    });
  }
  await createPipeline(ctx, { ...body, isDefault: first !== undefined });
}

async function removeFirst(ctx: TenantContext, { id }: Pipeline): Promise<void> {
  const first = await pipelines.take(ctx, id);
  await pipelines.save(ctx, first, { ...first, isDefault: false });
  await deletePipeline(ctx, id, {});
}

/** Returns the payload of the next job; its `resource` is undefined at the end. */
function progress(
  copy: AgencyClientCopy,
  done: Omit<Payload, 'resource'> &
    Omit<Batch, 'write'> & {
      readonly resource: CopiedResource;
      readonly created: number;
    },
): Omit<Payload, 'resource'> & { readonly resource: CopiedResource | undefined } {
  const { clientId, resource, created, wanted } = done;
  const copied = { ...done.copied, [resource]: done.copied[resource] + created };
  const skipped = done.skipped + wanted - created;
  const isWhole = done.read < batch;
  return {
    clientId,
    resource: isWhole ? nextCopied(copy, resource) : resource,
    after: isWhole ? '' : done.last,
    copied,
    skipped,
  };
}
