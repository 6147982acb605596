import { systemRows } from '../../db/system-rows.ts';

const sampled = 100;

const text = `select sealed from
    (select sealed from webhook_secrets order by tenant_id, endpoint_id, number limit ${sampled}) as webhooks
  union all select sealed from
    (select sealed from channel_secrets order by tenant_id, channel_id limit ${sampled}) as channels
  union all select totp_sealed from
    (select totp_sealed from accounts where totp_sealed is not null order by tenant_id, id limit ${sampled}) as apps
  union all select sealed from suppression_keys`;

/**
 * Returns some encrypted texts: secrets of webhook endpoints and channels, authenticator apps, and keys of suppressions.
 */
export const sampleSealed = systemRows<null, { readonly sealed: string }>(
  'sample-sealed',
  { access: 'read', text },
  () => [],
);
