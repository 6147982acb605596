import { fromJson, toJson } from '../db/columns.ts';
import type { Reseal } from '../reseal.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { headerPlace } from './headers.ts';
import { secretPlace } from './secrets.ts';
import {
  type WebhookEndpointRow,
  type WebhookSecretRow,
  webhookEndpointsTable,
  webhookSecretsTable,
} from './table.ts';

/**
 * Reseals texts of the previous secret, so that it can be removed. Row by row, and only if the row is unchanged:
 * concurrent changes are sealed with the current secret anyway.
 */
export async function resealWebhooks(ctx: TenantContext, reseal: Reseal): Promise<void> {
  for (const row of await ctx.db.select(webhookSecretsTable)) {
    await resealSecret(ctx, row, reseal(row.sealed, secretPlace(ctx, row.endpoint_id)));
  }
  for (const row of await ctx.db.select(webhookEndpointsTable).whereNull('deleted_at')) {
    const headers = Object.entries(fromJson<Record<string, string>>(row.headers));
    const anew = headers.map(([name, sealed]) => [
      name,
      reseal(sealed, headerPlace(ctx, row.id, name)),
    ]);
    await resealHeaders(ctx, row, toJson(Object.fromEntries(anew)));
  }
}

async function resealSecret(
  { db }: TenantContext,
  { endpoint_id, number, sealed }: WebhookSecretRow,
  anew: string,
): Promise<void> {
  if (anew === sealed) return;
  await db.update(webhookSecretsTable, { endpoint_id, number, sealed }, { sealed: anew });
}

async function resealHeaders(
  { db }: TenantContext,
  { id, headers }: WebhookEndpointRow,
  anew: string,
): Promise<void> {
  if (anew === headers) return;
  await db.update(webhookEndpointsTable, { id, headers }, { headers: anew });
}
