import { createHmac } from 'node:crypto';
import type { Message } from '@parley/contract/schemas';
import {
  appLimit,
  type FurtherLimit,
  fileLimit,
  hasAppRate,
  longestRetryAfterMs,
  type MessageState,
  overloadIn,
  type SendOutcome,
} from '@parley/domain';
import type { ChannelAdapters, Connection } from '../channels/adapters/adapter.ts';
import { openConnection } from '../channels/adapters/connections.ts';
import type { ProviderRefusal } from '../channels/adapters/outcomes.ts';
import { pauseChannel } from '../channels/service.ts';
import type { Sealer } from '../sealing.ts';
import type { TenantContext } from '../tenancy/context.ts';
import type { AppPauses } from './app-pauses.ts';
import type { ChannelPace } from './channel-pace.ts';
import { postponeTurns } from './statements/take-turn.ts';

export interface LimitDeps {
  readonly adapters: ChannelAdapters;
  readonly secrets: Sealer;
  readonly pauses: AppPauses;
  readonly pace: ChannelPace;
}

export interface Sending {
  readonly message: Message;
  readonly channel: MessageState['channel'];
}

/** Returns whether a limit of the provider applies to this message in addition to the limit of its channel. */
export function isLimited(adapters: ChannelAdapters, { message, channel }: Sending): boolean {
  const hasRate = hasApp(adapters, channel) && hasAppRate(channel.type);
  return hasRate || fileLimit(channel, message.type) !== undefined;
}

/** Returns whether the provider may have such a limit now: always, or because it has paused the app. */
export function mayBeLimited(deps: LimitDeps, sending: Sending): boolean {
  return appMayLimit(deps, sending.channel) || isLimited(deps.adapters, sending);
}

type OfChannel = Pick<Sending['channel'], 'provider' | 'type'>;

/** Returns whether the app of the channel may limit its messages now, by a rate or a pause. */
function appMayLimit({ adapters, pauses }: LimitDeps, channel: OfChannel): boolean {
  return hasApp(adapters, channel) && (hasAppRate(channel.type) || pauses.isAny(channel.type));
}

function hasApp(adapters: ChannelAdapters, { provider }: OfChannel): boolean {
  return adapters[provider].appOf !== undefined;
}

/** Returns the limits of the provider for a message besides that of its channel. */
export async function limitsOf(
  ctx: TenantContext,
  deps: LimitDeps,
  { message, channel }: Sending,
): Promise<FurtherLimit[]> {
  const limits: FurtherLimit[] = [];
  if (appMayLimit(deps, channel)) {
    const opened = await openConnection(ctx, deps.secrets, channel.id);
    if (!('refusal' in opened)) limits.push(...appLimits(ctx, deps, opened.connection));
  }
  // After that of the app: a message that waits for the app takes no turn of this limit.
  const ofFile = fileLimit(channel, message.type);
  if (ofFile) limits.push(ofFile);
  return limits;
}

/** The maximum number of requests of a process that wait in `waitForApp`. */
const mostWaiting = 4;
/** The time after which a request above this number tries again, in milliseconds. */
const busyMs = 3_000;
let waiting = 0;

/**
 * Waits for a turn of the app of a channel, for a request that customers do not see. Resolves with 0 in the turn;
 * otherwise with the time after which to try again, in milliseconds.
 */
export async function waitForApp(
  ctx: TenantContext,
  deps: LimitDeps,
  connection: Connection,
): Promise<number> {
  if (!hasAppRate(connection.channel.type)) return 0;
  // More would take all near turns, and the messages of every channel of the app would wait.
  if (waiting >= mostWaiting) return busyMs;
  waiting += 1;
  try {
    const further = await takeAppTurn(ctx, deps, connection);
    if (further?.kind === 'later') return further.inMs;
    await deps.pace.inFurtherTurns(ctx, further?.turns ?? []);
    return 0;
  } finally {
    waiting -= 1;
  }
}

/** Takes a turn of the app of a channel for a request that sends no message. */
export async function takeAppTurn(
  ctx: TenantContext,
  deps: LimitDeps,
  connection: Connection,
): ReturnType<ChannelPace['takeFurther']> {
  await deps.pauses.refresh(ctx);
  const find = async () => appLimits(ctx, deps, connection);
  return await deps.pace.takeFurther(ctx, connection.channel.id, find);
}

/** Returns the limit that a channel shares with the other channels of its app, if it holds now. */
function appLimits(ctx: TenantContext, deps: LimitDeps, connection: Connection): FurtherLimit[] {
  if (!appMayLimit(deps, connection.channel)) return [];
  const limit = limitOfApp(ctx, deps.adapters, connection);
  return limit ? [limit] : [];
}

/**
 * Returns the limit of the app of a channel. Who enters the secret of an app shares its limit. The ID of an app is
 * public, so by the ID alone only the channels of one tenant share a limit.
 */
function limitOfApp(
  { db }: TenantContext,
  adapters: ChannelAdapters,
  connection: Connection,
): FurtherLimit | undefined {
  const { provider, type } = connection.channel;
  const { appId, appSecret } = adapters[provider].appOf?.(connection) ?? {};
  const known = appSecret === undefined ? [db.tenantId, appId] : ['', appSecret];
  const [secret] = db.cursorSecrets;
  if (known.includes(undefined) || !secret) return undefined;
  const text = ['app', type, ...known].join('\n');
  return appLimit(type, createHmac('sha256', secret).update(text).digest('hex'));
}

/**
 * Pauses a channel if the provider's answer to an attempt says that it is overloaded. If the answer is about the app, no
 * channel of this app gets a turn until the pause ends.
 */
export async function pauseAfter(
  ctx: TenantContext,
  deps: LimitDeps,
  channelId: string,
  outcome: SendOutcome,
  begunMs?: number,
): Promise<void> {
  const overload = overloadIn(outcome, begunMs);
  if (!overload) return;
  // The app first: if the process ends in between, the next message of this channel gets the same answer.
  if (outcome.kind === 'refused' && outcome.error.scope === 'app') {
    const untilMs = ctx.now().getTime() + Math.min(overload.retryAfterMs ?? 0, longestRetryAfterMs);
    await pauseApp(ctx, deps, channelId, untilMs);
  }
  await pauseChannel(ctx, channelId, overload);
}

/** Pauses the channels of an app if the provider's refusal of a request that sends no message is about the app. */
export async function pauseAppAfter(
  ctx: TenantContext,
  deps: LimitDeps,
  channelId: string,
  refusal: ProviderRefusal | undefined,
): Promise<void> {
  if (refusal?.error.scope === 'app')
    await pauseAfter(ctx, deps, channelId, { kind: 'refused', ...refusal });
}

async function pauseApp(
  ctx: TenantContext,
  { adapters, secrets, pauses }: LimitDeps,
  channelId: string,
  untilMs: number,
): Promise<void> {
  const opened = await openConnection(ctx, secrets, channelId);
  if ('refusal' in opened) return;
  const limit = limitOfApp(ctx, adapters, opened.connection);
  if (!limit) return;
  await ctx.db.run(postponeTurns, { ...limit, untilMs });
  pauses.forget();
}
