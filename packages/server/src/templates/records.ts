import type { TemplateRecord } from '@parley/contract/schemas';
import { checkOwner, type ProviderTemplate, sandboxTemplates, templateRules } from '@parley/domain';
import { defineRecords } from '../crud/records.ts';
import { RunAgainError } from '../db/failures.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { templatesTable } from './table.ts';

export const templates = defineRecords(templatesTable, templateRules);

/** Returns the template of a channel. Throws SVC-NOT-FOUND when the channel does not have it. */
export async function getTemplate(
  ctx: TenantContext,
  channelId: string,
  id: string,
): Promise<TemplateRecord> {
  const record = await templates.get(ctx, id);
  checkOwner(record, channelId);
  return record;
}

/** Returns the templates of a channel: all, those with a name, one for each language, or the one with an ID. */
export async function findChannelTemplates(
  ctx: TenantContext,
  channelId: string,
  wanted: { name?: string; id?: string } = {},
): Promise<TemplateRecord[]> {
  const rows = await ctx.db.select(templatesTable).where({ channel_id: channelId, ...wanted });
  return rows.map(templatesTable.toRecord);
}

/** Returns and locks the template of a channel with a name and a language; undefined without one. */
export async function lockTemplate(
  ctx: TenantContext,
  channelId: string,
  { name, language }: Pick<TemplateRecord, 'name' | 'language'>,
): Promise<TemplateRecord | undefined> {
  const row = await ctx.db
    .select(templatesTable)
    .where({ channel_id: channelId, name, language })
    .forUpdate()
    .first();
  return row && templatesTable.toRecord(row);
}

/**
 * Writes a new template and its event. Call it in a transaction that has not found the template: it runs again when
 * another transaction writes the template first.
 */
export async function addTemplate(
  ctx: TenantContext,
  given: { channelId: string; template: ProviderTemplate; syncedAt: string | null },
): Promise<TemplateRecord> {
  const written = async () => new RunAgainError();
  return await templates.add(ctx, templates.initial(ctx, given), written);
}

/**
 * Adds the templates of a new sandbox channel. Call it in the transaction that creates the channel. Records no event.
 */
export async function addSandboxTemplates(ctx: TenantContext, channelId: string): Promise<void> {
  const syncedAt = ctx.now().toISOString();
  for (const template of sandboxTemplates()) {
    const record = templates.initial(ctx, { channelId, template, syncedAt });
    await ctx.db.insert(templatesTable, templatesTable.toRow(record));
  }
}
