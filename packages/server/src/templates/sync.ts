import type { TemplateRecord } from '@parley/contract/schemas';
import {
  isNewerThanSync,
  missingSandboxTemplates,
  type ProviderTemplate,
  type StoredChannel,
  withSync,
} from '@parley/domain';
import type { ProviderDeps } from '../channels/adapters/adapter.ts';
import { readConnection } from '../channels/adapters/connections.ts';
import { type ProviderRefusal, providerFault } from '../channels/adapters/outcomes.ts';
import { channels, reportChannelError } from '../channels/service.ts';
import { channelsTable } from '../channels/table.ts';
import type { JobHandler } from '../jobs/job-handler.ts';
import type { JobPayloads } from '../jobs/payloads.ts';
import { completeJob, type Job } from '../jobs/queue.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { addTemplate, findChannelTemplates, lockTemplate, templates } from './records.ts';
import { providerOf } from './service.ts';
import { templatesTable } from './table.ts';

// Reads all templates of a channel from the provider and writes the differences. A change by a request or a webhook
// after the sync began is newer than the data read, and is kept.

type SyncTemplates = JobPayloads['sync-templates'];
const maxAttempts = 8;

/** The result of reading all templates from the provider. */
interface Reading {
  /** The channel when the sync began. */
  readonly channel: StoredChannel;
  readonly seen: ReadonlySet<string>;
  /** False when the provider may have more templates. */
  readonly isComplete: boolean;
  readonly startedAt: string;
}

export function syncTemplates({ adapters, secrets }: ProviderDeps): JobHandler<SyncTemplates> {
  return {
    maxAttempts,
    async run(ctx, job) {
      const { channelId } = job.payload;
      const startedAt = ctx.now().toISOString();
      const connection = await readConnection(ctx, secrets, channelId);
      const { channel } = connection;
      if (channel.status === 'archived' || isDone(job, channel)) return;
      if (channel.provider === 'sandbox') return await syncSandbox(ctx, job, channel);
      const pages = providerOf(adapters, channel).list(connection);
      const seen = new Set<string>();
      let isComplete = true;
      for await (const page of pages) {
        if ('error' in page) {
          checkIsOfChannel(channel, page);
          const error = { ...page, connectionVersion: connection.version };
          return await reportChannelError(ctx, channelId, error);
        }
        for (const one of [...page.templates, ...page.unread]) seen.add(keyOf(one));
        isComplete &&= page.isComplete;
        await inTransaction(ctx, async (ctx) => {
          for (const template of page.templates) await write(ctx, channelId, template, startedAt);
        });
      }
      await finish(ctx, job, { channel, seen, isComplete, startedAt });
    },
  };
}

/** Returns whether another sync has read the templates since this one was requested, so that this one is not needed. */
function isDone({ createdAt }: Job<SyncTemplates>, { templatesSyncedAt }: StoredChannel): boolean {
  return templatesSyncedAt !== null && templatesSyncedAt > createdAt;
}

/** Throws SVC-PROVIDER-ERROR unless the provider refuses the whole channel. */
function checkIsOfChannel({ provider }: StoredChannel, refusal: ProviderRefusal): void {
  if (refusal.error.code !== 'SVC-CHANNEL-UNAVAILABLE') throw providerFault(provider, refusal);
}

async function write(
  ctx: TenantContext,
  channelId: string,
  template: ProviderTemplate,
  startedAt: string,
): Promise<void> {
  const before = await lockTemplate(ctx, channelId, template);
  const at = ctx.now().toISOString();
  if (!before) await addTemplate(ctx, { channelId, template, syncedAt: at });
  else if (!isNewerThanSync(before, startedAt)) {
    await templates.save(ctx, before, withSync(before, template, { at }));
  }
}

/**
 * Removes the templates that the provider no longer has, and records when the channel's templates were read. Does neither
 * if the business account of the channel was replaced since: the sync that the next verification queues does both.
 */
async function finish(
  ctx: TenantContext,
  job: Job<SyncTemplates>,
  { channel, seen, isComplete, startedAt }: Reading,
): Promise<void> {
  const { channelId } = job.payload;
  await inTransaction(ctx, async (ctx) => {
    const present = await channels.take(ctx, channelId);
    await completeJob(ctx, job);
    if (present.config?.wabaId !== channel.config?.wabaId) return;
    if (isComplete) await removeOthers(ctx, channelId, { seen, startedAt });
    else ctx.log.warn({ channelId }, 'could not read all templates: no record is removed');
    await noteSynced(ctx, channelId, startedAt);
  });
}

async function removeOthers(
  ctx: TenantContext,
  channelId: string,
  { seen, startedAt }: Pick<Reading, 'seen' | 'startedAt'>,
): Promise<void> {
  for (const record of await findChannelTemplates(ctx, channelId)) {
    if (!seen.has(keyOf(record)) && !isNewerThanSync(record, startedAt)) {
      await templates.remove(ctx, record.id);
    }
  }
}

/**
 * Restores the templates that a sandbox channel starts with, and marks all templates as synced: the sandbox itself
 * stores none.
 */
async function syncSandbox(
  ctx: TenantContext,
  job: Job<SyncTemplates>,
  { id: channelId }: StoredChannel,
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const at = ctx.now().toISOString();
    for (const template of missingSandboxTemplates(await findChannelTemplates(ctx, channelId))) {
      await addTemplate(ctx, { channelId, template, syncedAt: at });
    }
    await ctx.db.update(templatesTable, { channel_id: channelId }, { synced_at: at });
    await noteSynced(ctx, channelId, at);
    await completeJob(ctx, job);
  });
}

async function noteSynced(ctx: TenantContext, id: string, at: string): Promise<void> {
  await ctx.db.update(channelsTable, { id }, { templates_synced_at: at });
}

function keyOf({ name, language }: Pick<TemplateRecord, 'name' | 'language'>): string {
  return `${name} ${language}`;
}
