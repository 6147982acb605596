import {
  type ChannelCredentialsInput,
  channelProviders,
  type SecretField,
} from '@parley/contract/schemas';
import { givenFields } from '@parley/domain';
import { SealError, type SealedPlace, type Sealer } from '../sealing.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { type ChannelSecretsRow, channelSecretsTable, channelsTable } from './table.ts';

// All credentials of a channel are encrypted as one text, so an adapter decrypts once for each message.

export type ChannelSecrets = Partial<Record<SecretField, string>> & {
  /** The app secret before the present one. Webhooks that were signed with it may still arrive. */
  readonly previousAppSecret?: string;
};

export interface OpenedSecrets {
  /** The version of the account and the credentials; 0 when no credentials are stored. */
  readonly version: number;
  readonly secrets: ChannelSecrets;
}

/** Decrypts the credentials of a channel. Throws a SealError when they cannot be decrypted. */
export async function openSecrets(
  ctx: TenantContext,
  sealer: Sealer,
  channelId: string,
): Promise<OpenedSecrets> {
  const row = await ctx.db.select(channelSecretsTable).where({ channel_id: channelId }).first();
  return row ? openRow(ctx, sealer, row) : { version: 0, secrets: {} };
}

/** Returns whether the account or the credentials were replaced after this version was read. */
export async function hasNewerConnection(
  ctx: TenantContext,
  channelId: string,
  version: number,
): Promise<boolean> {
  const row = await ctx.db.select(channelSecretsTable).where({ channel_id: channelId }).first();
  return (row?.version ?? 0) !== version;
}

/**
 * Stores new credentials and keeps those that are not replaced. Call it in the transaction that has locked the channel.
 * Throws a SealError when some are kept, and they cannot be decrypted.
 */
export async function storeSecrets(
  ctx: TenantContext,
  sealer: Sealer,
  channelId: string,
  input: ChannelCredentialsInput | undefined,
): Promise<void> {
  const given = givenFields(input ?? {});
  if (Object.keys(given).length === 0) return;
  const row = await ctx.db.select(channelSecretsTable).where({ channel_id: channelId }).first();
  const version = row?.version ?? 0;
  const secrets = row ? await openReplaced(ctx, sealer, row, given) : {};
  const { appSecret } = secrets;
  const isRotated = appSecret !== undefined && (given.appSecret ?? appSecret) !== appSecret;
  const after: ChannelSecrets = {
    ...secrets,
    ...given,
    ...(isRotated && { previousAppSecret: appSecret }),
  };
  const stored = {
    channel_id: channelId,
    version: version + 1,
    sealed: sealer.seal(JSON.stringify(after), secretsPlace(ctx, channelId)),
  };
  if (row) await ctx.db.update(channelSecretsTable, { channel_id: channelId }, stored);
  else await ctx.db.insert(channelSecretsTable, stored);
}

/** Decrypts credentials that are replaced. Returns none if they cannot be decrypted and all of them are replaced. */
async function openReplaced(
  ctx: TenantContext,
  sealer: Sealer,
  row: ChannelSecretsRow,
  given: ChannelCredentialsInput,
): Promise<ChannelSecrets> {
  try {
    return openRow(ctx, sealer, row).secrets;
  } catch (error) {
    const channel = await ctx.db.select(channelsTable).where({ id: row.channel_id }).first();
    if (!channel || !(error instanceof SealError)) throw error;
    const { provider, credentials } = channelsTable.toRecord(channel);
    const isKept = (field: SecretField) => credentials?.[field] && given[field] === undefined;
    if (channelProviders[provider].credentials.some(isKept)) throw error;
    return {};
  }
}

/**
 * Raises the version of a channel with credentials, because it has another account. Call it in the transaction that has
 * locked the channel.
 */
export async function raiseVersion(ctx: TenantContext, channelId: string): Promise<void> {
  const match = { channel_id: channelId };
  const row = await ctx.db.select(channelSecretsTable).where(match).first();
  if (row) await ctx.db.update(channelSecretsTable, match, { version: row.version + 1 });
}

/** Removes the credentials of a channel that is deleted. */
export async function removeSecrets({ db }: TenantContext, channelId: string): Promise<void> {
  await db.remove(channelSecretsTable, { channel_id: channelId });
}

export function secretsPlace({ db }: TenantContext, channelId: string): SealedPlace {
  return { tenantId: db.tenantId, recordId: channelId, field: 'credentials' };
}

function openRow(ctx: TenantContext, sealer: Sealer, row: ChannelSecretsRow): OpenedSecrets {
  const text = sealer.open(row.sealed, secretsPlace(ctx, row.channel_id));
  // This function decrypts only what storeSecrets encrypted.
  return { version: row.version, secrets: JSON.parse(text) as ChannelSecrets };
}
