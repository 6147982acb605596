import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { type ChannelType, channelType, ServiceError } from '@parley/contract/schemas';
import type { Logger } from 'pino';
import type { SystemDb } from '../db/system-db.ts';
import { enqueue } from '../jobs/queue.ts';
import type { ProviderConfig } from '../provider-config.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import type { NewId } from '../tenancy/new-id.ts';
import type { Part } from './items.ts';
import { lanesOf } from './lanes.ts';
import { networks } from './networks.ts';
import { parseProviderJson } from './provider-json.ts';
import { isOneOfSecrets, isSignedBy, signatureHeaders } from './signatures.ts';
import {
  findChannelsNamed,
  findReceivingChannel,
  type ReceivingChannel,
} from './statements/find-receiving-channels.ts';
import { inboundBatchesTable } from './table.ts';

interface ReceiverDeps {
  readonly system: SystemDb;
  readonly config: { readonly providers: ProviderConfig };
  readonly log: Logger;
  now(): Date;
  readonly newId: NewId;
}

/** Where a webhook was sent to: the receiver of all channels of a network, or that of one channel. */
export interface HookTarget {
  readonly type: string;
  readonly channelId?: string | undefined;
}

interface Delivery {
  readonly headers: IncomingHttpHeaders;
  readonly body: Uint8Array;
}

/** The door for webhooks of providers. They carry no API key: a signature admits them. */
export class Receiver {
  readonly #deps: ReceiverDeps;

  constructor(deps: ReceiverDeps) {
    this.#deps = deps;
  }

  /** The challenge to answer; undefined for a wrong token. */
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

  /** Whether a request may be one of the provider's, before its body is read. */
  isSigned({ type }: HookTarget, headers: IncomingHttpHeaders): boolean {
    const known = channelType.safeParse(type);
    return known.success && headers[signatureHeaders[known.data]] !== undefined;
  }

  /**
   * Stores what a body says of channels of this installation; once this is done, nothing of it can be lost. Throws
   * SVC-UNAUTHORIZED, and stores nothing, unless the provider signed it.
   */
  async accept({ type, channelId }: HookTarget, { headers, body }: Delivery): Promise<void> {
    const { now, log } = this.#deps;
    const door = await this.#doorOf(type, channelId);
    const signature = door && headers[signatureHeaders[door.type]];
    const signed = { signature: String(signature), body, nowMs: now().getTime() };
    if (!door || !isSignedBy(door.type, door.appSecrets, signed)) {
      throw new ServiceError('SVC-UNAUTHORIZED', { reason: 'invalid' });
    }
    const parsed = parseProviderJson(new TextDecoder().decode(body));
    if (parsed === undefined) throw new ServiceError('SVC-MALFORMED-JSON', {});
    const parts = networks[door.type].partsOf(parsed);
    const channels = door.channel ? [door.channel] : await this.#channelsOf(door.type, parts);
    const own = parts.flatMap(({ externalId, body: part }) => {
      const [channel, ...others] = channels.filter((one) => one.externalId === externalId);
      return channel && others.length === 0 ? [{ channel, part }] : [];
    });
    if (own.length < parts.length) {
      log.info({ type, parts: parts.length, own: own.length }, 'a webhook names other channels');
    }
    await Promise.all(own.map(({ channel, part }) => this.#store(channel, part, body)));
  }

  /** Which secrets admit to a receiver; undefined where there is none. */
  async #doorOf(type: string, channelId: string | undefined) {
    const known = channelType.safeParse(type);
    if (!known.success) return undefined;
    const { system, config } = this.#deps;
    const ofApp = config.providers[known.data];
    if (channelId === undefined) return { type: known.data, channel: undefined, ...ofApp };
    const channel = await system.run(findReceivingChannel, channelId);
    if (channel?.type !== known.data) return undefined;
    return { type: known.data, channel, ...ofApp };
  }

  async #channelsOf(
    type: ChannelType,
    parts: readonly Part[],
  ): Promise<readonly ReceivingChannel[]> {
    if (parts.length === 0) return [];
    const externalIds = parts.map(({ externalId }) => externalId);
    return await this.#deps.system.run(findChannelsNamed, { type, externalIds });
  }

  /** In one commit with its jobs. A body that comes again changes nothing. */
  async #store(
    { type, ...channel }: ReceivingChannel,
    part: unknown,
    bytes: Uint8Array,
  ): Promise<void> {
    const { channelId } = channel;
    const ctx = this.#contextOf(channel);
    try {
      await inTransaction(ctx, async (ctx) => {
        for (const { lane, fragments } of lanesOf(networks[type], part)) {
          const key = `${channelId} ${lane}`;
          const id = createHash('sha256').update(key).update(bytes).digest('hex');
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
    const actor = { type: 'system', id: null, grantId: null } as const;
    return { db: system.forTenant(tenantId), actor, log, now, newId };
  }
}

/** The provider has delivered these bytes before. */
class KnownBatch extends Error {
  override readonly name = 'KnownBatch';
}
