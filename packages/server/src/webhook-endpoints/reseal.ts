import { fromJson, toJson } from '../db/columns.ts';
import type { Reseal } from '../reseal.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { headerPlace } from './headers.ts';
import { secretPlace } from './secrets.ts';
import { webhookEndpointsTable, webhookSecretsTable } from './table.ts';

/**
 * Encrypts texts of the previous secret again with the current one, so that the previous one can be removed. Changes
 * each row only if it is the same as when it was read: concurrent changes use the current secret anyway.
 */
export async function resealWebhooks(ctx: TenantContext, reseal: Reseal): Promise<void> {
  const { db } = ctx;
  for (const { endpoint_id, number, sealed } of await db.select(webhookSecretsTable)) {
    const anew = reseal(sealed, secretPlace(ctx, endpoint_id));
    if (anew === sealed) continue;
    await db.update(webhookSecretsTable, { endpoint_id, number, sealed }, { sealed: anew });
  }
  for (const { id, headers } of await db.select(webhookEndpointsTable).whereNull('deleted_at')) {
    const resealed = Object.entries(fromJson<Record<string, string>>(headers)).map(
      ([name, sealed]) => [name, reseal(sealed, headerPlace(ctx, id, name))],
    );
    const anew = toJson(Object.fromEntries(resealed));
    if (anew === headers) continue;
    await db.update(webhookEndpointsTable, { id, headers }, { headers: anew });
  }
}
