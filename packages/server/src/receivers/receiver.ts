import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import {
  type ChannelConfig,
  type ChannelType,
  channelType,
  ServiceError,
} from '@parley/contract/schemas';
import { accountIdOf, systemActor } from '@parley/domain';
import type { Logger } from 'pino';
import { openSecrets } from '../channels/secrets.ts';
import { fromJson } from '../db/columns.ts';
import type { SystemDb } from '../db/system-db.ts';
import { enqueue } from '../jobs/queue.ts';
import { measure } from '../metrics/measure.ts';
import type { ProviderConfig } from '../provider-config.ts';
import type { Sealer } from '../sealing.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import type { NewId } from '../tenancy/new-id.ts';
import type { Part } from './items.ts';
import { lanesOf } from './lanes.ts';
import { networks } from './networks.ts';
import { parseProviderJson } from './provider-json.ts';
import { isOneOfSecrets, isSignedBy, signatureHeaders } from './signatures.ts';
import {
  findChannelsNamed,
  findChannelsOfAccounts,
  findReceivingChannel,
  type ReceivingChannel,
} from './statements/find-receiving-channels.ts';
import { inboundBatchesTable } from './table.ts';

interface ReceiverDeps {
  readonly system: SystemDb;
  readonly config: { readonly providers: ProviderConfig };
  readonly secrets: Sealer;
  readonly log: Logger;
  now(): Date;
  readonly newId: NewId;
}

/** The URL path of a webhook: that of all channels of a network, or that of one channel. */
export interface HookTarget {
  readonly type: string;
  readonly channelId?: string | undefined;
}

/** The secrets that may sign the webhooks sent to one URL of this server. */
interface Door {
  readonly type: ChannelType;
  /** The channel; undefined for the URL of all channels. */
  readonly channel?: ReceivingChannel;
  readonly appSecrets: readonly string[];
  readonly verifyTokens: readonly string[];
}

interface Delivery {
  readonly headers: IncomingHttpHeaders;
  readonly body: Uint8Array;
}

/** Accepts webhooks of providers. They carry no API key, so their signature is checked. */
export class Receiver {
  readonly #deps: ReceiverDeps;

  constructor(deps: ReceiverDeps) {
    this.#deps = deps;
  }

  /** Returns the challenge to answer; undefined for a wrong token. */
  async confirm(
    { type, channelId }: HookTarget,
    query: Readonly<Record<string, unknown>>,
  ): Promise<string | undefined> {
    const door = await this.#doorOf(type, channelId);
    const token = query['hub.verify_token'];
    const challenge = query['hub.challenge'];
    if (!door || query['hub.mode'] !== 'subscribe') return undefined;
    if (typeof token !== 'string' || typeof challenge !== 'string') return undefined;
    return isOneOfSecrets(token, door.verifyTokens) ? challenge : undefined;
  }

  /** Returns whether a request may come from the provider, judged before its body is read. */
  isSigned({ type }: HookTarget, headers: IncomingHttpHeaders): boolean {
    const known = channelType.safeParse(type);
    return known.success && headers[signatureHeaders[known.data]] !== undefined;
  }

  /**
   * Stores the items of a body about channels of this installation. After this, no item can be lost. Throws
   * SVC-UNAUTHORIZED and stores nothing unless the provider signed the body.
   */
  async accept({ type, channelId }: HookTarget, { headers, body }: Delivery): Promise<void> {
    const { now, log } = this.#deps;
    const door = await this.#doorOf(type, channelId);
    const signature = door && headers[signatureHeaders[door.type]];
    const signed = { signature: String(signature), body, nowMs: now().getTime() };
    if (!door || !isSignedBy(door.type, door.appSecrets, signed)) {
      throw new ServiceError('SVC-UNAUTHORIZED', { reason: 'signature' });
    }
    const parsed = parseProviderJson(new TextDecoder().decode(body));
    if (parsed === undefined) throw new ServiceError('SVC-MALFORMED-JSON', {});
    const parts = networks[door.type].partsOf(parsed);
    const channels = door.channel ? [door.channel] : await this.#channelsOf(door.type, parts);
    const own = parts.flatMap((part) =>
      channels.filter((channel) => isOf(channel, part)).map((channel) => ({ channel, part })),
    );
    const left = parts.filter((part) => !own.some((one) => one.part === part));
    if (left.length > 0 || parts.length === 0) {
      measure('dropped', { channelType: door.type, parts: Math.max(left.length, 1) });
      const named = left.slice(0, 5).map((part) => part.externalId.slice(0, 100));
      const facts = { type, parts: parts.length, left: left.length, accounts: named };
      log.info(facts, 'dropped parts of a webhook that are about no channel');
    }
    await Promise.all(own.map(({ channel, part }) => this.#store(channel, part, body)));
  }

  /** Returns the secrets for a URL: those of the channel, or those of the app. Undefined for an unknown URL. */
  async #doorOf(type: string, channelId: string | undefined): Promise<Door | undefined> {
    const known = channelType.safeParse(type);
    if (!known.success) return undefined;
    const { system, config, secrets: sealer } = this.#deps;
    const { appSecrets, verifyTokens } = config.providers[known.data];
    if (channelId === undefined) return { type: known.data, appSecrets, verifyTokens };
    const channel = await system.run(findReceivingChannel, channelId);
    if (channel?.type !== known.data) return undefined;
    const { secrets } = await openSecrets(this.#contextOf(channel), sealer, channelId);
    const { appSecret, previousAppSecret, verifyToken } = secrets;
    const own = [appSecret, previousAppSecret].filter((secret) => secret !== undefined);
    return {
      type: known.data,
      channel,
      appSecrets: own.length > 0 ? own : appSecrets,
      verifyTokens: verifyToken === undefined ? verifyTokens : [verifyToken],
    };
  }

  async #channelsOf(
    type: ChannelType,
    parts: readonly Part[],
  ): Promise<readonly ReceivingChannel[]> {
    const { system } = this.#deps;
    const idsOf = (ofAccount: boolean) =>
      parts
        .filter((part) => (part.ofAccount ?? false) === ofAccount)
        .map((part) => part.externalId);
    const [externalIds, accounts] = [idsOf(false), idsOf(true)];
    const [named, ofAccounts] = await Promise.all([
      externalIds.length > 0 ? system.run(findChannelsNamed, { type, externalIds }) : [],
      accounts.length > 0 ? system.run(findChannelsOfAccounts, accounts) : [],
    ]);
    return distinct([...named, ...ofAccounts]);
  }

  /** Stores the items and their jobs in one commit. A repeated body changes nothing. */
  async #store(
    { type, ...channel }: ReceivingChannel,
    { externalId, ofAccount = false, body }: Part,
    bytes: Uint8Array,
  ): Promise<void> {
    const { channelId } = channel;
    const ctx = this.#contextOf(channel);
    try {
      await inTransaction(ctx, async (ctx) => {
        for (const { lane, fragments } of lanesOf(networks[type], body)) {
          const key = `${channelId} ${lane}`;
          // One body can be about a channel, and also about the account that it belongs to.
          const place = `${key} ${ofAccount} ${externalId}\n`;
          const id = createHash('sha256').update(place).update(bytes).digest('hex');
          const row = {
            id,
            channel_id: channelId,
            body: JSON.stringify(fragments),
            received_at: ctx.now().toISOString(),
          };
          ctx.db.insertNew(inboundBatchesTable, row, async () => new KnownBatch());
          await enqueue(ctx, 'receive-batch', { batchId: id }, { orderKey: `inbound ${key}` });
        }
      });
    } catch (error) {
      if (!(error instanceof KnownBatch)) throw error;
    }
  }

  #contextOf({ tenantId }: Pick<ReceivingChannel, 'tenantId'>): TenantContext {
    const { system, log, now, newId } = this.#deps;
    const actor = systemActor;
    return { db: system.forTenant(tenantId), actor, log, now, newId };
  }
}

/**
 * Returns whether a part of a body is about a channel. At the URL of one channel, the account need not be verified,
 * because the owner of the channel's secret can reach only this channel there.
 */
function isOf({ provider, externalId, config: cell }: ReceivingChannel, part: Part): boolean {
  const config: ChannelConfig | null = cell === null ? null : fromJson(cell);
  if (part.ofAccount) return part.externalId === config?.wabaId;
  const account = externalId ?? accountIdOf({ provider, config });
  return part.externalId === account;
}

function distinct(channels: readonly ReceivingChannel[]): ReceivingChannel[] {
  return [...new Map(channels.map((channel) => [channel.channelId, channel])).values()];
}

/** Thrown when the provider has delivered the same bytes before. */
class KnownBatch extends Error {
  override readonly name = 'KnownBatch';
}
