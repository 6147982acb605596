import { type TemplateReport, withReport } from '@parley/domain';
import type { TenantContext } from '../tenancy/context.ts';
import { lockTemplate, templates } from './records.ts';
import { enqueueSync } from './service.ts';

/** Writes what a provider reports of a template; in a transaction. One that has no record is read by a sync. */
export async function takeTemplateReport(
  ctx: TenantContext,
  channelId: string,
  report: TemplateReport,
): Promise<void> {
  const before = await lockTemplate(ctx, channelId, report);
  if (!before || report.isIncomplete) await enqueueSync(ctx, channelId);
  if (!before) return;
  if (report.status === 'deleted') await templates.remove(ctx, before.id);
  else await templates.save(ctx, before, withReport(before, report));
}
