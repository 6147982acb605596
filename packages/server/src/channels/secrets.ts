import type { ChannelCredentialsInput, SecretField } from '@parley/contract/schemas';
import { givenFields } from '@parley/domain';
import type { SealedPlace, Sealer } from '../sealing.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { type ChannelSecretsRow, channelSecretsTable } from './table.ts';

// The credentials of a channel are one sealed text: an adapter opens it once for each message.

export type ChannelSecrets = Partial<Record<SecretField, string>> & {
  /** The secret before the present one: webhooks that were signed with it are still on their way. */
  readonly previousAppSecret?: string;
};

export interface OpenedSecrets {
  /** 0 where none are stored. */
  readonly version: number;
  readonly secrets: ChannelSecrets;
}

/** Reads the credentials of a channel. Throws a SealError. */
export async function openSecrets(
  ctx: TenantContext,
  sealer: Sealer,
  channelId: string,
): Promise<OpenedSecrets> {
  const row = await ctx.db.select(channelSecretsTable).where({ channel_id: channelId }).first();
  return row ? openRow(ctx, sealer, row) : { version: 0, secrets: {} };
}

/** Whether the credentials were replaced after this version was read. */
export async function hasNewerSecrets(
  ctx: TenantContext,
  channelId: string,
  version: number,
): Promise<boolean> {
  const row = await ctx.db.select(channelSecretsTable).where({ channel_id: channelId }).first();
  return (row?.version ?? 0) !== version;
}

/** Stores new credentials beside those that stay; in the transaction that holds the lock of the channel. */
export async function storeSecrets(
  ctx: TenantContext,
  sealer: Sealer,
  channelId: string,
  input: ChannelCredentialsInput | undefined,
): Promise<void> {
  const given = givenFields(input ?? {});
  if (Object.keys(given).length === 0) return;
  const { version, secrets } = await openSecrets(ctx, sealer, channelId);
  const { appSecret } = secrets;
  const isRotated = appSecret !== undefined && (given.appSecret ?? appSecret) !== appSecret;
  const after: ChannelSecrets = {
    ...secrets,
    ...given,
    ...(isRotated && { previousAppSecret: appSecret }),
  };
  const row = {
    channel_id: channelId,
    version: version + 1,
    sealed: sealer.seal(JSON.stringify(after), secretsPlace(ctx, channelId)),
  };
  if (version === 0) await ctx.db.insert(channelSecretsTable, row);
  else await ctx.db.update(channelSecretsTable, { channel_id: channelId }, row);
}

/** With the channel, when it is deleted. */
export async function removeSecrets({ db }: TenantContext, channelId: string): Promise<void> {
  await db.remove(channelSecretsTable, { channel_id: channelId });
}

export function secretsPlace({ db }: TenantContext, channelId: string): SealedPlace {
  return { tenantId: db.tenantId, recordId: channelId, field: 'credentials' };
}

function openRow(ctx: TenantContext, sealer: Sealer, row: ChannelSecretsRow): OpenedSecrets {
  const text = sealer.open(row.sealed, secretsPlace(ctx, row.channel_id));
  // The secrets that storeSecrets sealed.
  return { version: row.version, secrets: JSON.parse(text) as ChannelSecrets };
}
