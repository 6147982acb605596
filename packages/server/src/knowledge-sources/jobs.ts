import type { KnowledgeSource } from '@parley/contract/schemas';
import { type PreparedSource, prepareLongSource } from '@parley/search';
import { toJson } from '../db/columns.ts';
import type { JobHandler } from '../jobs/job-handler.ts';
import type { JobPayloads } from '../jobs/payloads.ts';
import { completeJob, type Job } from '../jobs/queue.ts';
import type { Outbound } from '../outbound/outbound.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { emptyPage, fetchPage, PageError } from './fetch-page.ts';
import { indexed, indexOf, putIntoIndex, saveSource, takeOutOfIndex, textOf } from './indexing.ts';
import * as repository from './repository.ts';
import { fetchedSource } from './rows.ts';
import type { KnowledgeSourceRow } from './table.ts';

export interface IndexSourceDeps {
  readonly outbound: { readonly fetches: Outbound };
  readonly config: { readonly urlSources: boolean };
}

type IndexSource = JobPayloads['index-source'];

const maxAttempts = 10;
/** A page that does not come is asked for this often, within a minute. */
const fetchAttempts = 4;

/**
 * Puts a source into the index as it is now, or as its page is. It reads and analyses outside of any
 * transaction, and writes only when nobody has changed the source meanwhile: whoever does has made a
 * job of its own, or has put it into the index already.
 */
export function indexSource(deps: IndexSourceDeps): JobHandler<IndexSource> {
  return {
    maxAttempts,
    mayEndProcess: true,
    async run(ctx, job) {
      const row = await currentRow(ctx, job);
      if (!row) return;
      try {
        const { content, prepared, apply } = await read(ctx, row, deps);
        await settle(ctx, job, async (ctx, before) => {
          const source = apply(before);
          if (source.checksum !== before.checksum) {
            await repository.writeContent(ctx.db, source.id, content);
          }
          await putIntoIndex(ctx, source, prepared);
          const event = source.status === 'archived' ? 'updated' : 'ready';
          await saveSource(
            ctx,
            before,
            indexed(ctx, source, prepared),
            `knowledge_source.${event}`,
          );
        });
      } catch (error) {
        if (!(error instanceof PageError)) throw error;
        if (error.isPassing && job.attempt < fetchAttempts) throw error;
        await fail(ctx, job, row, error);
      }
    },
    async exhausted(ctx, job) {
      const message = 'The source could not be read. Please index it again.';
      await settle(ctx, job, async (ctx, before) => {
        await takeOutOfIndex(ctx, before);
        const counted = { ...before, chunk_count: 0, char_count: 0 };
        if (before.status === 'archived') {
          await saveSource(ctx, before, counted, 'knowledge_source.updated');
          return;
        }
        const failed = failedSource(counted, { code: 'SVC-INTERNAL', message });
        await saveSource(ctx, before, failed, 'knowledge_source.failed');
      });
    },
  };
}

/** Undefined when the source is gone, or another change of it has taken this one over. */
async function currentRow(
  ctx: TenantContext,
  { payload: { sourceId, version } }: Job<IndexSource>,
): Promise<KnowledgeSourceRow | undefined> {
  const row = await repository.findSource(ctx.db, sourceId);
  return row?.content_version === version ? row : undefined;
}

interface Read {
  readonly content: string;
  readonly prepared: PreparedSource;
  /** What was read, on the source as it is by then. */
  apply(row: KnowledgeSourceRow): KnowledgeSourceRow;
}

async function read(
  ctx: TenantContext,
  row: KnowledgeSourceRow,
  { outbound, config }: IndexSourceDeps,
): Promise<Read> {
  if (row.fetch_due === 0 || row.status === 'archived') {
    const content = (await repository.readContent(ctx.db, row.id)) ?? '';
    const prepared = await prepareLongSource(textOf(row, content));
    return { content, prepared, apply: (row) => row };
  }
  if (!config.urlSources) {
    throw new PageError('url_sources_disabled', 'This server fetches no pages.');
  }
  const page = await fetchPage(outbound.fetches, row.url ?? '');
  const { content } = page;
  const untitled = fetchedSource(row, page, null);
  const first = await prepareLongSource(textOf(untitled, content));
  if (first.charCount === 0) throw emptyPage();
  const { pageTitle } = first;
  const titled = fetchedSource(row, page, pageTitle);
  const isTitled = titled.title !== untitled.title;
  const prepared = isTitled ? await prepareLongSource(textOf(titled, content)) : first;
  return { content, prepared, apply: (row) => fetchedSource(row, page, pageTitle) };
}

/** One transaction for the effect and the job; no effect where the source has changed since it was read. */
async function settle(
  ctx: TenantContext,
  job: Job<IndexSource>,
  write: (ctx: TenantContext, before: KnowledgeSourceRow) => Promise<void>,
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const { sourceId, version } = job.payload;
    const row = await repository.lockSource(ctx.db, sourceId);
    await completeJob(ctx, job);
    if (row?.content_version === version) await write(ctx, row);
  });
}

/**
 * A site that is away takes nothing away: what was found of it before is found. When the page is gone,
 * or nothing that can be read, nobody finds it but who looks for what has failed.
 */
async function fail(
  ctx: TenantContext,
  job: Job<IndexSource>,
  row: KnowledgeSourceRow,
  { code, message, isPassing }: PageError,
): Promise<void> {
  const content = row.checksum === null ? null : await repository.readContent(ctx.db, row.id);
  const prepared = content === null ? undefined : await prepareLongSource(textOf(row, content));
  await settle(ctx, job, async (ctx, before) => {
    const failed = failedSource(before, { code, message });
    const stays = isPassing && (await repository.isInIndex(ctx.db, before.id, indexOf('ready')));
    const after: KnowledgeSourceRow = stays ? { ...failed, status: 'ready' } : failed;
    if (prepared) await putIntoIndex(ctx, after, prepared);
    await saveSource(ctx, before, after, 'knowledge_source.failed');
  });
}

function failedSource(
  row: KnowledgeSourceRow,
  error: NonNullable<KnowledgeSource['error']>,
): KnowledgeSourceRow {
  return { ...row, status: 'failed', error: toJson(error) };
}
