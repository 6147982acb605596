import { type TemplateReport, withReport } from '@parley/domain';
import type { TenantContext } from '../tenancy/context.ts';
import { lockTemplate, templates } from './records.ts';
import { enqueueSync } from './service.ts';

/**
 * Writes a provider's report about a template. Call it in a transaction. If the template has no record, queues a sync,
 * which reads it.
 */
export async function takeTemplateReport(
  ctx: TenantContext,
  channelId: string,
  report: TemplateReport,
): Promise<void> {
  const before = await lockTemplate(ctx, channelId, report);
  const isDeleted = report.status === 'deleted';
  // A sync that has already read a template may restore it after its deletion. The next sync removes it.
  if (!before || report.isIncomplete || isDeleted) await enqueueSync(ctx, channelId);
  if (!before) return;
  if (isDeleted) await templates.remove(ctx, before.id);
  else await templates.save(ctx, before, withReport(before, report));
}
