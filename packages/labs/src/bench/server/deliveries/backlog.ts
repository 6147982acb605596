import { eventExamples } from '@parley/contract/schemas';
import {
  contextFor,
  createTenant,
  createWebhookEndpoint,
  type Database,
  newId,
  readConfig,
  readSecrets,
  SystemDb,
  webhookSecretsTable,
} from '../../../server.ts';

const { config } = readConfig({
  PARLEY_SECRET_KEY: Buffer.alloc(32, 'key 0').toString('base64'),
  PARLEY_DATABASE_URL: 'postgres://nobody',
});
const sealer = readSecrets(config);

/** The signing secret of every endpoint in this bench. */
export const secret = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;

/** Adds tenants with one endpoint each, at separate paths. Returns the IDs of the tenants. */
export async function addEndpoints(
  database: Database,
  urls: readonly string[],
): Promise<readonly string[]> {
  const tenants: string[] = [];
  for (const url of urls) {
    const ctx = contextFor(new SystemDb(database), newId('ten'));
    const { tenantId } = ctx.db;
    await createTenant(ctx, { name: 'Bench' });
    const { id } = await createWebhookEndpoint(ctx, sealer, { url, events: ['*'] }, undefined);
    const sealed = sealer.seal(secret, { tenantId, recordId: id, field: 'secret' });
    await ctx.db.update(webhookSecretsTable, { endpoint_id: id }, { sealed });
    tenants.push(tenantId);
  }
  return tenants;
}

let made = 0;

/** Adds `each` events for each tenant, each with a delivery that has been due for long. */
export async function addBacklog(
  { writer, dialect }: Database,
  tenants: readonly string[],
  each: number,
): Promise<void> {
  const { id: _id, ...rest } = eventExamples['message.delivered'];
  const tail = `,${JSON.stringify(rest).slice(1)}`;
  const padded = (number: string) =>
    dialect === 'postgres' ? `lpad((${number})::text, 16, '0')` : `printf('%016d', ${number})`;
  const numbers =
    dialect === 'postgres'
      ? 'generate_series(1, ?) as n (i)'
      : '(with recursive n (i) as (values (1) union all select i + 1 from n where i < ?) select i from n) as n';
  const chosen = tenants.map(() => '?').join(', ');
  await writer.transaction(async (trx) => {
    await trx.raw(
      `insert into events (tenant_id, id, sequence, type, subject_id, channel_id, body, created_at)
       select g.tenant_id, 'evt_01KAGWX3M0' || ${padded('g.k')}, g.k, 'message.delivered', 'msg_1', null,
         '{"id":"evt_01KAGWX3M0' || ${padded('g.k')} || '"' || ?, '2026-11-20T09:30:00.000Z'
       from (
         select w.tenant_id, ? + row_number() over (order by n.i, w.tenant_id) as k
         from webhook_endpoints w cross join ${numbers} where w.tenant_id in (${chosen})
       ) g`,
      [tail, made, each, ...tenants],
    );
    await trx.raw(
      `insert into deliveries (tenant_id, id, endpoint_id, event_id, event_type, status, trigger, attempts,
         series_attempts, due_at, created_at, updated_at)
       select e.tenant_id, 'dlv_' || substr(e.id, 5), w.id, e.id, e.type, 'ready', 'scheduled', 0, 0, ?,
         e.created_at, e.created_at
       from events e join webhook_endpoints w on w.tenant_id = e.tenant_id
       where e.sequence > ? and e.tenant_id in (${chosen})`,
      [Date.now() - 1_000, made, ...tenants],
    );
    await trx('webhook_lanes')
      .whereIn('tenant_id', tenants)
      .update({ next_due: Date.now() - 1_000 });
  });
  made += each * tenants.length;
}
