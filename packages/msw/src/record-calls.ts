// Records requests: the calls that a test can read, and the problems that `verify` reports.
import { ServiceError } from '@parley/contract';
import { hasCode, readQuery } from '@parley/domain';
import { requireKey } from './authenticate.ts';
import type { Directory } from './directory.ts';
import type { MockRequest, TenantState } from './mock-request.ts';
import { readBody } from './read-request.ts';
import { type Endpoint, nearestRoute } from './router.ts';
import type { EndpointScript, RawCall } from './script.ts';
import { readUpload } from './uploads.ts';

export function record(
  script: EndpointScript,
  request: MockRequest,
  params: Record<string, string>,
  { query, body }: Sent,
): RawCall {
  const { method, pathname: path, headers } = request;
  const idempotencyKey = headers['idempotency-key'];
  const attempt = idempotencyKey === undefined ? 1 : (script.attempts.get(idempotencyKey) ?? 0) + 1;
  if (idempotencyKey !== undefined) script.attempts.set(idempotencyKey, attempt);
  const status = undefined;
  const call = { method, path, params, query, body, headers, idempotencyKey, attempt, status };
  script.calls.push(call);
  return call;
}

/** The query and the body of a request, or the reason why the mock cannot read them. */
export interface Sent {
  query: Record<string, string | string[]>;
  queryError?: unknown;
  body: unknown;
  error?: unknown;
}

export async function readSent(
  endpoint: Endpoint,
  { headers, body, search }: MockRequest,
): Promise<Sent> {
  const sent: Sent = { query: {}, body: undefined };
  try {
    sent.query = readQuery(search.slice(1));
  } catch (error) {
    sent.queryError = error;
  }
  try {
    if (endpoint.bytes === 'request') sent.body = readUpload(headers, body, sent.query['filename']);
    else if (endpoint.body) sent.body = await readBody(headers, body, endpoint.bodyBytes);
  } catch (error) {
    Object.assign(sent, { body, error });
  }
  return sent;
}

/** Returns whether the request matches no endpoint of the contract. */
export function isUnmatched(error: unknown): boolean {
  return hasCode(error, 'SVC-ROUTE-NOT-FOUND', 'SVC-METHOD-NOT-ALLOWED');
}

/** Records a request for which there is no endpoint. */
export function noteUnmatched(directory: Directory, request: MockRequest): void {
  const { method, pathname, headers } = request;
  let tenant: TenantState | undefined;
  try {
    tenant = directory.byKey(requireKey(headers))?.tenant;
  } catch {
    // A request without a usable key belongs to no tenant.
  }
  const nearest = nearestRoute(method, pathname);
  const text = `${method} ${pathname}: no such endpoint; the nearest is ${nearest}`;
  if (tenant) tenant.script.noteMistake(text);
  else directory.unmatched.push(text);
}

const invalidRequestCodes: readonly string[] = [
  'SVC-VALIDATION',
  'SVC-MALFORMED-JSON',
  'SVC-PAYLOAD-TOO-LARGE',
  'SVC-UNSUPPORTED-MEDIA-TYPE',
];

export function isTestMistake(error: unknown): boolean {
  return !(error instanceof ServiceError) || invalidRequestCodes.includes(error.code);
}

export function describeMistake(endpoint: Endpoint, error: unknown): string {
  if (!(error instanceof ServiceError)) return String(error);
  const issues = (error.details['issues'] ?? []) as { in: string; path: string; message: string }[];
  const what = issues
    // An issue of the whole body has an empty path.
    .map((issue) => [issue.in, issue.path, issue.message].filter(Boolean).join(' '))
    .join('; ');
  return `${endpoint.name}: ${error.code} ${what || error.message}`;
}
