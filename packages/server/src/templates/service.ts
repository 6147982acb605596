import type {
  CreateTemplateBody,
  ListTemplatesQuery,
  PreviewTemplateBody,
  TemplatePreview,
  TemplateRecord,
  TemplateSync,
  UpdateTemplateBody,
} from '@parley/contract/schemas';
import {
  changedDraft,
  checkExampleFile,
  checkHasTemplates,
  exampleFileOf,
  newDraft,
  type ProviderTemplate,
  previewOf,
  resubmitted,
  type StoredChannel,
  submitted,
  type TemplateDraft,
  templateFor,
  templateTaken,
} from '@parley/domain';
import type {
  ChannelAdapters,
  Connection,
  ProviderDeps,
  TemplateProvider,
} from '../channels/adapters/adapter.ts';
import { readConnection } from '../channels/adapters/connections.ts';
import { channels } from '../channels/service.ts';
import { listOf } from '../crud/owned.ts';
import { enqueue } from '../jobs/queue.ts';
import { getMedia, type MediaDeps } from '../media/service.ts';
import type { TenantContext } from '../tenancy/context.ts';
import {
  addTemplate,
  findChannelTemplates,
  getTemplate,
  lockTemplate,
  templates,
} from './records.ts';

// Templates belong to the provider. Each change is made at the provider first, outside of any transaction, and then
// written.

export interface TemplateDeps extends ProviderDeps {
  readonly media: Pick<MediaDeps, 'files'>;
}

interface Reached {
  readonly provider: TemplateProvider;
  readonly connection: Connection;
}

export const listTemplates = listOf(
  channels,
  async (ctx, channelId, query: ListTemplatesQuery) =>
    await templates.list(ctx, { ...query, channelId: [channelId] }),
);

export async function findTemplate(
  ctx: TenantContext,
  channelId: string,
  id: string,
): Promise<TemplateRecord> {
  await channels.get(ctx, channelId);
  return await getTemplate(ctx, channelId, id);
}

/**
 * Submits a template to the provider. Waits for the network. Throws SVC-CONFLICT when the channel has the template, the
 * errors of `newDraft` and `withHandle` for invalid content, and SVC-PROVIDER-ERROR when the provider refuses it.
 */
export async function submitTemplate(
  ctx: TenantContext,
  deps: TemplateDeps,
  channelId: string,
  body: CreateTemplateBody,
): Promise<ProviderTemplate> {
  const reached = await reach(ctx, deps, channelId, 'create_template');
  const { provider, connection } = reached;
  const draft = newDraft(body);
  const known = templateFor(body, await findChannelTemplates(ctx, channelId, { name: body.name }));
  if (known) throw templateTaken(known.id);
  const decided = await provider.create(connection, await withHandle(ctx, deps, reached, draft));
  if (decided === 'exists') throw templateTaken(null);
  return submitted(draft, decided);
}

/** Writes a template that was submitted. A sync or a webhook may have written it already. */
export async function writeSubmitted(
  ctx: TenantContext,
  channelId: string,
  template: ProviderTemplate,
): Promise<TemplateRecord> {
  checkHasTemplates(await channels.take(ctx, channelId), 'create_template');
  const known = await lockTemplate(ctx, channelId, template);
  if (known && known.externalId === template.externalId && known.externalId !== null) return known;
  if (known) throw templateTaken(known.id);
  return await addTemplate(ctx, { channelId, template, syncedAt: null });
}

/** Submits new content of a template to the provider. Waits for the network. */
export async function submitChange(
  ctx: TenantContext,
  deps: TemplateDeps,
  { channelId, id }: { channelId: string; id: string },
  body: UpdateTemplateBody,
): Promise<ProviderTemplate> {
  const reached = await reach(ctx, deps, channelId, 'update_template');
  const { provider, connection } = reached;
  const before = await getTemplate(ctx, channelId, id);
  const draft = changedDraft(before, body);
  const submission = await withHandle(ctx, deps, reached, draft);
  const decided = await provider.update(connection, before, submission);
  return resubmitted(before, draft, decided);
}

export async function writeChange(
  ctx: TenantContext,
  { channelId, id }: { channelId: string; id: string },
  template: ProviderTemplate,
): Promise<TemplateRecord> {
  const before = await templates.take(ctx, id);
  await getTemplate(ctx, channelId, id);
  const record = await templates.save(ctx, before, { ...before, ...template });
  // The webhook about the review may have arrived before this write, so a sync reads the status. It is queued after the
  // change: a sync that began between the two would keep the record, and make this one unnecessary.
  if (template.status === 'pending') await enqueueSync(ctx, channelId);
  return record;
}

/** Deletes a template at the provider. Counts as success if the provider does not have it. */
export async function submitDeletion(
  ctx: TenantContext,
  deps: TemplateDeps,
  { channelId, id }: { channelId: string; id: string },
): Promise<void> {
  const { provider, connection } = await reach(ctx, deps, channelId, 'delete_template');
  await provider.remove(connection, await getTemplate(ctx, channelId, id));
}

/** Removes the record of a deleted template. A webhook may have removed it already. */
export async function writeDeletion(
  ctx: TenantContext,
  { channelId, id }: { channelId: string; id: string },
): Promise<void> {
  const { provider } = await channels.get(ctx, channelId);
  // The sandbox sends no webhooks: there, only another request can have removed the record.
  const isSandbox = provider === 'sandbox';
  if (!isSandbox && !(await templates.lock(ctx, id))) return;
  await getTemplate(ctx, channelId, id);
  await templates.remove(ctx, id);
  // A sync that has already read the template may restore it. The next sync removes it.
  if (!isSandbox) await enqueueSync(ctx, channelId);
}

/** Queues a sync. Call it in a transaction. */
export async function requestSync(ctx: TenantContext, channelId: string): Promise<TemplateSync> {
  checkHasTemplates(await channels.take(ctx, channelId), 'sync_templates');
  return await enqueueSync(ctx, channelId);
}

/** Queues a sync. Syncs of one channel run one after the other. */
export async function enqueueSync(ctx: TenantContext, channelId: string): Promise<TemplateSync> {
  const syncId = ctx.newId('syn');
  // Not later than the job: a sync that makes this one unnecessary began after both.
  const startedAt = ctx.now().toISOString();
  const orderKey = `templates ${channelId}`;
  await enqueue(ctx, 'sync-templates', { channelId, syncId }, { orderKey });
  return { syncId, startedAt };
}

export async function previewTemplate(
  ctx: TenantContext,
  { channelId, id }: { channelId: string; id: string },
  body: PreviewTemplateBody,
): Promise<TemplatePreview> {
  return previewOf(await findTemplate(ctx, channelId, id), body);
}

/**
 * Returns the draft as the provider accepts it: a stored file in the header is uploaded, and replaced by its handle.
 * Throws SVC-NOT-FOUND for an unknown file, and SVC-MEDIA-UNSUPPORTED for a file that cannot be the example.
 */
async function withHandle(
  ctx: TenantContext,
  { media: { files } }: TemplateDeps,
  { provider, connection }: Reached,
  draft: TemplateDraft,
): Promise<TemplateDraft> {
  const file = exampleFileOf(draft);
  if (!file) return draft;
  const media = await getMedia(ctx, file.id);
  checkExampleFile(file.type, media);
  if (!provider.uploadExample) return draft;
  const bytes = await files.open(ctx, media);
  try {
    const handle = await provider.uploadExample(connection, { media, bytes });
    return { ...draft, examples: { ...draft.examples, [`header.${file.type}`]: handle } };
  } finally {
    bytes.destroy();
  }
}

async function reach(
  ctx: TenantContext,
  { adapters, secrets }: TemplateDeps,
  channelId: string,
  action: string,
): Promise<Reached> {
  await channels.get(ctx, channelId);
  const connection = await readConnection(ctx, secrets, channelId);
  checkHasTemplates(connection.channel, action);
  return { provider: providerOf(adapters, connection.channel), connection };
}

/** Returns the provider's API for templates. Throws if the provider has none. */
export function providerOf(adapters: ChannelAdapters, channel: StoredChannel): TemplateProvider {
  const { templates: provider } = adapters[channel.provider];
  if (!provider) throw new Error(`${channel.provider} has no templates`);
  return provider;
}
