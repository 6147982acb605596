import type { Message } from '@parley/contract/schemas';
import {
  type Begun,
  beginAttempt,
  type MessageState,
  messageOf,
  type SendOutcome,
  type Settled,
  settleAttempt,
  unknownOutcomeMs,
} from '@parley/domain';
import { LRUCache } from 'lru-cache';
import { endsSoon, presentRefusal } from '../channels/adapters/connections.ts';
import type { Uploaded } from '../channels/adapters/outcomes.ts';
import { reportChannelError, reportChannelWorks } from '../channels/service.ts';
import { backoffMs } from '../jobs/backoff.ts';
import type { JobHandler } from '../jobs/job-handler.ts';
import type { JobPayloads } from '../jobs/payloads.ts';
import { type Job, releaseJob } from '../jobs/queue.ts';
import { channelWait } from '../jobs/statements/wake-lane.ts';
import { isOfStore, tryFileLater } from '../media/store-outages.ts';
import { forgetUploads, needsUpload, provideFile, type UploadDeps } from '../media/uploads.ts';
import { measure } from '../metrics/measure.ts';
import { applyEarlyReports } from '../receivers/pending.ts';
import { recent } from '../recent.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { advance, type Decision, done, dueIn, giveUpMessage, maxAttempts } from './advance.ts';
import {
  isLimited,
  type LimitDeps,
  limitsOf,
  mayBeLimited,
  pauseAfter,
  type Sending,
} from './limits.ts';
import { noteRecipient } from './recipients.ts';
import { surely } from './surely.ts';

/** The longest wait before the worker checks again whether a paused channel may send, in milliseconds. */
const channelWaitMs = 15_000;
const rememberedChannels = 10_000;

type DeliverMessage = JobPayloads['deliver-message'];

/**
 * Sends messages, at most `atOnce` at a time. One channel may use a quarter of these places, and one tenant four
 * fifths, so that a provider that does not respond cannot block the others.
 */
export function deliverMessage(
  deps: UploadDeps & LimitDeps,
  atOnce: number,
): JobHandler<DeliverMessage> {
  const { adapters, pauses, pace } = deps;
  // The channels of which a message has had a further limit. Its turn is taken before that of the channel. False for a
  // channel that only a pause of its app limits: forgotten when it ends.
  const limited = new LRUCache<string, boolean>(recent(rememberedChannels));
  const beginInTurn = async (ctx: TenantContext, job: Job<DeliverMessage>, given?: Uploaded) => {
    const advanceIt = async (
      mayMark: (sending: Sending) => boolean,
      file = given,
    ): Promise<BegunWithFile | undefined> => {
      const begun = await advance(
        ctx,
        job.payload.messageId,
        (state) => {
          const adapter = adapters[state.channel.provider];
          const needsFile = (message: Message) => !file && needsUpload(adapter, message);
          return begin(state, ctx.now().getTime(), { needsFile, mayMark });
        },
        { job },
      );
      if (begun?.kind !== 'upload') return begun && { ...begun, file };
      const known = await provideFile(ctx, deps, begun.message, false);
      return known ? await advanceIt(mayMark, known) : begun;
    };
    // A message whose file was refused makes no further request, so it needs no turn.
    if (given?.kind === 'refused') return await advanceIt(() => true);
    await pauses.refresh(ctx);
    if (!limited.has(job.lane)) {
      const begun = await pace.inTurn(ctx, job.lane, () =>
        advanceIt((sending) => !mayBeLimited(deps, sending)),
      );
      if (begun?.kind !== 'limited') return begun;
      limited.set(job.lane, isLimited(adapters, begun));
    }
    const further = await pace.takeFurther(ctx, job.lane, async () => {
      const checked = await advanceIt(() => false);
      if (!checked) return undefined;
      if (limited.get(job.lane) === false && !mayBeLimited(deps, checked)) limited.delete(job.lane);
      return await limitsOf(ctx, deps, checked);
    });
    if (further === undefined) return undefined;
    if (further.kind === 'later') {
      await releaseJob(ctx, job, further.inMs);
      return undefined;
    }
    return await pace.inTurn(ctx, job.lane, () => advanceIt(() => true), further.turns);
  };
  return {
    slots: {
      atOnce,
      ofTenant: Math.ceil(atOnce * 0.8),
      inLane: Math.ceil(atOnce / 4),
      pace,
    },
    maxAttempts,
    async run(ctx, job) {
      let begun = await beginInTurn(ctx, job);
      // Each request to the provider has a turn of its own, because TikTok counts the requests of an app.
      while (begun?.kind === 'upload') {
        let file: Uploaded | undefined;
        try {
          file = await provideFile(ctx, deps, begun.message, true);
        } catch (error) {
          if (!isOfStore(error)) throw error;
          return await tryFileLater(ctx, job, error, channelWaitMs);
        }
        begun = await beginInTurn(ctx, job, file);
      }
      if (begun?.kind !== 'send') return;
      const { message, attempt, channel, file } = begun;
      const { provider, type: channelType } = channel;
      const begunAt = ctx.now().toISOString();
      if (attempt === 1) measure('wait', { channelType, seconds: waitedOf(message, begunAt) });
      const startedMs = performance.now();
      const outcome: SendOutcome =
        file?.kind === 'refused'
          ? { kind: 'refused', ...file.refusal }
          : await adapters[provider].send(ctx, {
              message,
              attempt,
              fileReference: file?.reference,
              isLeased: () => performance.now() < job.leaseEndsAt,
            });
      const seconds = (performance.now() - startedMs) / 1_000;
      measure('send', { channelType, provider, outcome, seconds });
      await surely(() =>
        settleAnswer(ctx, job, { channelId: message.channelId, attempt, outcome }),
      );
      await noteRecipient(ctx, message, { channel, outcome });
      if (file?.kind === 'uploaded' && mayLackUpload(outcome)) await forgetUploads(ctx, message);
      // The sandbox is never overloaded: its failures are about single recipients.
      if (provider !== 'sandbox')
        await pauseAfter(ctx, deps, message.channelId, outcome, Date.parse(begunAt));
      const externalId = outcome.kind === 'accepted' ? outcome.externalId : null;
      if (externalId !== null && provider !== 'sandbox') {
        await applyEarlyReports(ctx, { ...message, externalId }, begunAt);
      }
    },
    async exhausted(ctx, job) {
      await giveUpMessage(ctx, job.payload.messageId);
    },
  };
}

/** Returns whether the provider may have refused a message because it no longer knows the uploaded file. */
function mayLackUpload(outcome: SendOutcome): boolean {
  if (outcome.kind !== 'refused') return false;
  return outcome.error.code === 'SVC-MEDIA-FAILED' || outcome.error.reason === 'rejected';
}

interface BeginOptions {
  readonly needsFile: (message: Message) => boolean;
  readonly mayMark: (sending: Sending) => boolean;
}

interface Beginning {
  readonly kind: 'send' | 'upload' | 'limited';
  readonly message: Message;
  readonly attempt: number;
  readonly channel: MessageState['channel'];
}

interface BegunWithFile extends Beginning {
  readonly file?: Uploaded | undefined;
}

/**
 * Returns the message to send, with the step that marks it as `sending`. Without this step, returns as
 * `upload` a message whose file must be uploaded first, and as `limited` a message that a limit does not
 * allow to be sent yet. Returns undefined when there is nothing to do now.
 */
function begin(
  state: MessageState,
  nowMs: number,
  { needsFile, mayMark }: BeginOptions,
): Decision<Beginning | undefined> {
  const begun = beginAttempt(state, nowMs);
  if (begun.kind === 'wait') return { result: undefined, job: waitOf(begun, nowMs) };
  if (begun.kind === 'done') return { result: undefined, step: begun.step, job: done };
  const { attempt, step } = begun;
  const { channel } = state;
  const message = messageOf({ ...state.message, ...step.patch });
  if (!mayMark({ message, channel })) {
    return { result: { kind: 'limited', message, attempt, channel } };
  }
  if (needsFile(message)) {
    return { result: { kind: 'upload', message, attempt, channel } };
  }
  return { result: { kind: 'send', message, attempt, channel }, step };
}

function waitOf(begun: Extract<Begun, { kind: 'wait' }>, nowMs: number): Decision<unknown>['job'] {
  const waitMs = begun.untilMs - nowMs;
  if (begun.for !== 'channel') return dueIn(waitMs);
  return { ...dueIn(Math.min(waitMs, channelWaitMs)), error: channelWait };
}

function waitedOf({ createdAt, scheduledAt }: Message, begunAt: string): number {
  return Math.max(0, (Date.parse(begunAt) - Date.parse(scheduledAt ?? createdAt)) / 1_000);
}

async function settleAnswer(
  ctx: TenantContext,
  job: Job<DeliverMessage>,
  { channelId, attempt, outcome }: { channelId: string; attempt: number; outcome: SendOutcome },
): Promise<void> {
  const settleIn = async (ctx: TenantContext, outcome: SendOutcome) =>
    await advance(
      ctx,
      job.payload.messageId,
      (state) => {
        const now = ctx.now();
        const settled = settleAttempt(state, { attempt, outcome }, now.toISOString());
        // The channel becomes active in the same commit. While its status is `error`, it sends nothing, so no later message
        // could activate it.
        if (settled.channelWorks && !ctx.db.inTransaction) return { result: settled };
        return { result: settled, step: settled.step, job: endOf(settled, now.getTime()) };
      },
      { job },
    );
  const writesMore =
    outcome.kind === 'refused' &&
    (outcome.error.code === 'SVC-CHANNEL-UNAVAILABLE' ||
      outcome.error.code === 'SVC-RECIPIENT-OPTED-OUT');
  if (!writesMore) {
    const found = await settleIn(ctx, outcome);
    if (!found?.channelWorks) return;
    await inTransaction(ctx, async (ctx) => {
      const settled = await settleIn(ctx, outcome);
      if (settled?.channelWorks) await reportChannelWorks(ctx, channelId);
    });
    return;
  }
  await inTransaction(ctx, async (ctx) => {
    const present = { ...outcome, ...(await presentRefusal(ctx, channelId, outcome)) };
    // A message that may be sent after a renewal of the token waits until the channel is active again.
    const waits = await endsSoon(ctx, channelId, present);
    const error = { ...present.error, ...(waits && { automaticRetry: true }) };
    const settled = await settleIn(ctx, { ...present, error });
    if (waits) await reportChannelError(ctx, channelId, present);
    else if (settled?.channelError) await reportChannelError(ctx, channelId, settled.channelError);
  });
}

function endOf({ next }: Settled, nowMs: number): Decision<unknown>['job'] {
  if (next.kind === 'done') return done;
  if (next.kind === 'await_report') return dueIn(unknownOutcomeMs);
  const delayMs = Math.max(0, Math.min(backoffMs([next.waitMs], 1), next.expiresMs - nowMs));
  // A worker gives up a job after a number of failures, to which such a wait does not belong.
  if (next.isAsked) return dueIn(delayMs);
  return { outcome: 'retry', delayMs, error: next.code };
}
