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
 * Encrypts texts of the previous secret again with the current one, so that the previous one can be removed. Changes
 * each row only if it is the same as when it was read: concurrent changes use the current secret anyway.
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
