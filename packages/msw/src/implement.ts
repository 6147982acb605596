// Checks and answers a request in the same order as the server: route, method, key, tenant, quota, content type, size,
// JSON, idempotency, schema; then the fake of the endpoint. The response is checked against the contract too.
import {
  bodyLimits,
  defaultQuota,
  locationOf,
  ServiceError,
  securityHeaders,
  takeToken,
  writeRateLimit,
} from '@parley/contract';
import {
  auditActionOf,
  auditedIds,
  checkActive,
  checkHeaderSize,
  isRequestId,
  readIdempotencyKey,
  readQuery,
  refusedLink,
  refuseUnfit,
  withoutSecrets,
} from '@parley/domain';
import { type Answer, errorAnswer, type Outcome, textAnswer } from './answer.ts';
import { type Made, textOf } from './answer-text.ts';
import { audit } from './audit.ts';
import { checkKey, type HeaderRecord, refuse, requireKey } from './authenticate.ts';
import type { Directory } from './directory.ts';
import { runFake } from './fakes.ts';
import { MockFile } from './file-answer.ts';
import {
  holdTurn,
  type Idempotency,
  idempotencyOf,
  keepAnswer,
  replayOf,
  turnOf,
} from './idempotency.ts';
import { isLink } from './media-links.ts';
import type { Caller, MockRequest, TenantState } from './mock-request.ts';
import { checkInput, readBody } from './read-request.ts';
import {
  describeMistake,
  isTestMistake,
  isUnmatched,
  noteUnmatched,
  readSent,
  record,
  type Sent,
} from './record-calls.ts';
import { type Endpoint, matchRoute } from './router.ts';
import { type EndpointScript, type RawCall, useStep } from './script.ts';
import type { KeyRecord, Store } from './store.ts';
import { catchUp } from './webhook-dispatch.ts';

/** Returns the result of a request. Never rejects: failures become responses. */
export async function answerRequest(directory: Directory, request: MockRequest): Promise<Outcome> {
  const given = request.headers['x-request-id'];
  const requestId = isRequestId(given) ? given : directory.newRequestId();
  const headers: Record<string, string> = { 'X-Request-Id': requestId, ...securityHeaders };
  let call: RawCall | undefined;
  try {
    checkHeaderSize(Object.entries(request.headers).flat());
    const { target, params } = matchRoute(request.method, request.pathname);
    const link =
      target !== 'session_only' && target.bytes === 'response' ? params['id'] : undefined;
    const caller = linkedTenant(directory, request, link) ?? callerOf(directory, request.headers);
    if (target === 'session_only') {
      admit(caller, headers);
      await readBody(request.headers, request.body, bodyLimits.defaultBytes);
      refuseUnfit(params, 'path');
      if (request.method === 'POST') readIdempotencyKey(request.headers['idempotency-key']);
      refuseUnfit(readQuery(request.search.slice(1)), 'query');
      throw new ServiceError('SVC-SESSION-REQUIRED', {});
    }
    const sent = await readSent(target, request);
    // The recorded calls of a tenant include refused requests.
    const seenBy = 'tenant' in caller ? caller.tenant : directory.main;
    const script = seenBy.script.of(target);
    call = record(script, request, params, sent);
    const { tenant, key } = admit(caller, headers, target);
    const context = { tenant, key, script, call, sent, params, headers, requestId };
    const outcome = await withFaults(context);
    call.status = 'answer' in outcome ? outcome.answer.status : undefined;
    return outcome;
  } catch (error) {
    if (!call && isUnmatched(error)) noteUnmatched(directory, request);
    const refused = errorAnswer(error, headers, requestId);
    if (call) call.status = refused.status;
    return { kind: 'answer', answer: refused };
  }
}

interface Context {
  tenant: TenantState;
  key: KeyRecord;
  script: EndpointScript;
  call: RawCall;
  sent: Sent;
  params: Record<string, string>;
  /** The headers of every response. */
  headers: Record<string, string>;
  requestId: string;
  /**
   * Whether a fault replaces the response of this request. The next prepared response then stays for the next request.
   */
  isFaulty?: boolean;
}

/** Returns the tenant and the key of a request, or the error when they are unknown. */
function callerOf(directory: Directory, sent: HeaderRecord): Caller | { refusal: unknown } {
  try {
    return directory.byKey(requireKey(sent)) ?? { refusal: refuse('invalid') };
  } catch (refusal) {
    return { refusal };
  }
}

/**
 * Returns the tenant of a request for a file by a signed link, which needs no API key; undefined without a link. When
 * the link does not work, it returns the error.
 */
function linkedTenant(
  directory: Directory,
  { headers, search }: MockRequest,
  mediaId: string | undefined,
): Caller | { refusal: unknown } | undefined {
  if (mediaId === undefined || headers['authorization'] || headers['x-api-key']) return undefined;
  const tokens = new URLSearchParams(search).getAll('token');
  if (tokens.length === 0) return undefined;
  const token = tokens.join();
  const caller = directory.byId(token.split('.')[0] ?? '');
  const works = caller && isLink(caller.tenant.store, mediaId, token);
  return works ? { ...caller, byLink: true } : { refusal: refusedLink() };
}

/** Checks key, tenant and quota. Sets the RateLimit headers. */
function admit(
  caller: ReturnType<typeof callerOf>,
  headers: Record<string, string>,
  endpoint?: Endpoint,
): Caller {
  if ('refusal' in caller) throw caller.refusal;
  const { tenant, key, byLink = false } = caller;
  catchUp(tenant.store);
  if (byLink) {
    checkTenant(tenant.store);
    return caller;
  }
  const nowMs = tenant.store.nowMs();
  checkKey(key, nowMs);
  const quota = key.quota ?? defaultQuota;
  const { admitted, tatMs, rateLimit, retryAfterSeconds } = takeToken(key.tatMs, nowMs, quota);
  // With a fixed clock, the default quota would never become free again.
  if (key.quota) key.tatMs = tatMs;
  key.lastUsedAt = new Date(nowMs - (nowMs % 60_000)).toISOString();
  Object.assign(headers, writeRateLimit(rateLimit));
  checkTenant(tenant.store, endpoint);
  if (!admitted) {
    throw new ServiceError('SVC-RATE-LIMITED', { ...quota, retryAfterSeconds, scope: 'key' });
  }
  return caller;
}

function checkTenant({ tenant: { status, suspendedAt } }: Store, endpoint?: Endpoint): void {
  checkActive(status, suspendedAt, endpoint);
}

async function withFaults(context: Context): Promise<Outcome> {
  const { script, headers, requestId, params } = context;
  const [step] = script.steps;
  if (step?.kind !== 'fault') return { kind: 'answer', answer: await answer(context) };
  useStep(script);
  const { fault } = step;
  const damaged = fault.afterEffect ? await answer({ ...context, isFaulty: true }) : undefined;
  return fault.apply({ requestId, headers, params, answer: damaged });
}

async function answer(context: Context): Promise<Answer> {
  const { tenant, headers, requestId, script } = context;
  try {
    return await perform(context);
  } catch (error) {
    if (isTestMistake(error)) tenant.script.noteMistake(describeMistake(script.endpoint, error));
    return errorAnswer(error, headers, requestId);
  }
}

async function perform(context: Context): Promise<Answer> {
  const { tenant, script, params, call, sent, headers } = context;
  const { endpoint } = script;
  const { store } = tenant;
  if (sent.error) throw sent.error;
  const { body } = sent;
  const header = endpoint.method === 'POST' ? call.headers['idempotency-key'] : undefined;
  const idempotencyKey = readIdempotencyKey(header);
  const idempotency =
    idempotencyKey === undefined
      ? undefined
      : idempotencyOf(endpoint, idempotencyKey, { params, query: call.query, body });
  for (let turn = turnOf(store, idempotency); turn; turn = turnOf(store, idempotency)) await turn;
  const replay = idempotency && replayOf(store, idempotency);
  if (replay) return { ...replay, headers: { ...replay.headers, ...headers } };
  if (sent.queryError) throw sent.queryError;
  const input = checkInput(endpoint, { params, query: call.query, body });
  Object.assign(call, input);
  const pending = respond(context);
  // Most fakes are synchronous. Awaiting them would let a parallel repeat pass the check of the idempotency key.
  if (!(pending instanceof Promise)) return finish(context, idempotency, pending);
  return holdTurn(
    store,
    idempotency,
    pending.then((made) => finish(context, idempotency, made)),
  );
}

/**
 * Returns the response to send, and stores it with the idempotency key if it is a success. Also writes the audit log.
 */
function finish(context: Context, idempotency: Idempotency | undefined, made: Made): Answer {
  const { tenant, headers } = context;
  const { endpoint } = context.script;
  if (made.status < 300) noteAudit(context, made.body);
  if (made.body instanceof MockFile) return made.body.answer(context.call.headers, headers);
  const text = textOf(endpoint, made);
  const location = made.status < 300 ? locationOf(endpoint, made.body, context.params) : null;
  const own: Record<string, string> = location === null ? {} : { Location: location };
  if (idempotency && made.status < 300) {
    const kept = textAnswer(made.status, own, withoutSecrets(text, endpoint.secrets));
    keepAnswer(tenant.store, idempotency, kept);
  }
  return textAnswer(made.status, location === null ? headers : { ...headers, ...own }, text);
}

/** Writes the entry of the audit log for a success. */
function noteAudit(
  { tenant: { store }, key, script, params, requestId }: Context,
  body: unknown,
): void {
  const { method, path } = script.endpoint;
  const action = auditActionOf({ method, path }, key);
  if (action === undefined) return;
  store.actAs(key, requestId, () =>
    audit(store, { action, ...auditedIds({ path }, params, body) }),
  );
}

/** Returns the response that the test prepared, or else the response of the fake. */
function respond({
  tenant,
  key,
  script,
  call,
  requestId,
  isFaulty,
}: Context): Made | Promise<Made> {
  const [step] = script.steps;
  if (!isFaulty && step?.kind === 'once') {
    useStep(script);
    return step.responder(call, tenant.store);
  }
  if (script.responder) return script.responder(call, tenant.store);
  const { store } = tenant;
  return store.actAs(key, requestId, () => runFake(script.endpoint, call, store, key));
}
