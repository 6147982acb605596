import { parseUrl, webhookLimits } from '@parley/contract/schemas';
import {
  type AttemptResult,
  isRetriedAtOnce,
  judgeAnswer,
  retryAfterSeconds,
  snippetOf,
} from '@parley/domain';
import { type Exchange, exchange } from './exchange.ts';
import { failureOf, type OutboundFailure, urlNotAllowed } from './failures.ts';
import type { Outbound } from './outbound.ts';
import { wrongWith } from './policy.ts';

export interface PostRequest {
  readonly url: string;
  /** Headers with lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  readonly deadlineMs?: number;
  /** Whether a connection that fails at once is always the end of the attempt. Default: false. */
  readonly once?: boolean;
}

/**
 * Makes one attempt to deliver a webhook. Resolves within the deadline and never rejects: the developer of the receiver
 * sees every failure. Unless `once`, tries a second time when the connection fails at once and the receiver has not read
 * the request.
 */
export async function post(
  outbound: Outbound,
  { deadlineMs = webhookLimits.timeoutMs, once = false, ...request }: PostRequest,
): Promise<AttemptResult> {
  const started = performance.now();
  const elapsed = () => performance.now() - started;
  const url = parseUrl(request.url);
  const wrong = url ? wrongWith(outbound.policy, url) : 'form';
  if (!url || wrong) return notSent(urlNotAllowed(wrong ?? 'form'));

  const attempt = () =>
    exchange(outbound.agent, {
      method: 'POST',
      url,
      headers: { ...request.headers, 'accept-encoding': 'identity' },
      body: request.body,
      timeoutMs: deadlineMs - elapsed(),
      maxReadBytes: webhookLimits.responseBytes,
    });
  let answer = await attempt();
  let failure = failureOf(answer, deadlineMs);
  const soFar = { isUnread: answer.isUnread, elapsedMs: elapsed() };
  if (!once && isRetriedAtOnce(failure?.code, soFar)) {
    answer = await attempt();
    failure = failureOf(answer, deadlineMs);
  }
  return { ...judge(answer, failure), durationMs: Math.round(elapsed()) };
}

function notSent(error: OutboundFailure): AttemptResult {
  return {
    delivered: false,
    statusCode: null,
    error,
    durationMs: 0,
    responseSnippet: null,
    retryAfterSeconds: null,
  };
}

function judge(
  answer: Exchange,
  failure: OutboundFailure | null,
): Omit<AttemptResult, 'durationMs'> {
  const { statusCode, headers, body } = answer;
  const response = {
    statusCode,
    responseSnippet: snippetOf(body),
    retryAfterSeconds: retryAfterSeconds(headers['retry-after'], Date.now()),
  };
  // An incomplete response is a failure: the receiver may have crashed.
  if (failure || statusCode === null) return { ...response, delivered: false, error: failure };
  return { ...response, ...judgeAnswer(statusCode, { isCut: answer.outcome === 'cut' }) };
}
