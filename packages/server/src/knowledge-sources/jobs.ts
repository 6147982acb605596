import {
  emptyPage,
  failedSource,
  fetchedSource,
  indexedSource,
  isFetchedFirst,
  maxPageAttempts,
  type PageFailure,
  type StoredSource,
  sourceText,
  unreadSource,
  urlSourcesOff,
} from '@parley/domain';
import { type PreparedSource, prepareLongSource } from '@parley/search';
import type { JobHandler } from '../jobs/job-handler.ts';
import type { JobPayloads } from '../jobs/payloads.ts';
import { completeJob, type Job } from '../jobs/queue.ts';
import { takeOutOfIndex } from '../knowledge/edit-index.ts';
import type { Outbound } from '../outbound/outbound.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { readContent, writeContent } from './contents.ts';
import { fetchPage } from './fetch-page.ts';
import { isFoundAsReady, putIntoIndex } from './indexing.ts';
import { checksumOf, knowledgeSources } from './service.ts';

export interface IndexSourceDeps {
  readonly outbound: { readonly fetches: Outbound };
  readonly config: { readonly urlSources: boolean };
}

type IndexSource = JobPayloads['index-source'];

const maxAttempts = 10;

/** Thrown for a temporary failure, so that the job runs again. */
class PassingFailure extends Error {
  override readonly name = 'PassingFailure';
}

/**
 * Returns the handler that indexes a source, or fetches its page first. It reads and analyzes outside of any
 * transaction. It writes only when the source is unchanged: a change has queued its own job, or has indexed the source
 * already.
 */
export function indexSource(deps: IndexSourceDeps): JobHandler<IndexSource> {
  return {
    maxAttempts,
    mayEndProcess: true,
    async run(ctx, job) {
      const source = await currentSource(ctx, job);
      if (!source) return;
      const read = await readSource(ctx, source, deps);
      if ('code' in read) {
        if (read.isPassing && job.attempt < maxPageAttempts) throw new PassingFailure(read.message);
        await fail(ctx, job, source, read);
        return;
      }
      const { content, prepared, apply } = read;
      await settle(ctx, job, async (ctx, before) => {
        const source = apply(before);
        if (source.checksum !== before.checksum) await writeContent(ctx, source.id, content);
        await putIntoIndex(ctx, source, prepared);
        const indexed = indexedSource(source, prepared, ctx.now().toISOString());
        await knowledgeSources.save(ctx, before, indexed);
      });
    },
    exhausted: (ctx, job) =>
      settle(ctx, job, async (ctx, before) => {
        await takeOutOfIndex(ctx, before);
        await knowledgeSources.save(ctx, before, unreadSource(before));
      }),
  };
}

/** Returns the source of a job; undefined when it was deleted, or a newer change has replaced the job. */
async function currentSource(
  ctx: TenantContext,
  { payload: { sourceId, version } }: Job<IndexSource>,
): Promise<StoredSource | undefined> {
  const source = await knowledgeSources.find(ctx, sourceId);
  return source?.contentVersion === version ? source : undefined;
}

interface Read {
  readonly content: string;
  readonly prepared: PreparedSource;
  /** Returns the current source with the text that was read. */
  apply(source: StoredSource): StoredSource;
}

async function readSource(
  ctx: TenantContext,
  source: StoredSource,
  { outbound, config }: IndexSourceDeps,
): Promise<Read | PageFailure> {
  if (!isFetchedFirst(source)) {
    const content = (await readContent(ctx, source.id)) ?? '';
    const prepared = await prepareLongSource(sourceText(source, content));
    return { content, prepared, apply: (source) => source };
  }
  if (!config.urlSources) return urlSourcesOff;
  const fetched = await fetchPage(outbound.fetches, source.url ?? '');
  if ('code' in fetched) return fetched;
  const { content } = fetched;
  const page = { ...fetched, checksum: checksumOf(content) };
  const untitled = fetchedSource(source, page, null);
  const first = await prepareLongSource(sourceText(untitled, content));
  if (first.charCount === 0) return emptyPage;
  const { pageTitle } = first;
  const titled = fetchedSource(source, page, pageTitle);
  const isTitled = titled.title !== untitled.title;
  const prepared = isTitled ? await prepareLongSource(sourceText(titled, content)) : first;
  return { content, prepared, apply: (source) => fetchedSource(source, page, pageTitle) };
}

/**
 * Writes the result of the job and ends it, in one transaction. Writes no result when the source has changed since it
 * was read.
 */
async function settle(
  ctx: TenantContext,
  job: Job<IndexSource>,
  write: (ctx: TenantContext, before: StoredSource) => Promise<void>,
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const { sourceId, version } = job.payload;
    const source = await knowledgeSources.lock(ctx, sourceId);
    await completeJob(ctx, job);
    if (source?.contentVersion === version) await write(ctx, source);
  });
}

async function fail(
  ctx: TenantContext,
  job: Job<IndexSource>,
  source: StoredSource,
  failure: PageFailure,
): Promise<void> {
  const content = source.checksum === null ? null : await readContent(ctx, source.id);
  const prepared =
    content === null ? undefined : await prepareLongSource(sourceText(source, content));
  await settle(ctx, job, async (ctx, before) => {
    const failed = failedSource(before, failure, await isFoundAsReady(ctx, before));
    if (prepared) await putIntoIndex(ctx, failed, prepared);
    await knowledgeSources.save(ctx, before, failed);
  });
}
