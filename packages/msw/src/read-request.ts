import { ServiceError, toIssues, type ValidationIssue } from '@parley/contract';
import { parseJsonBody, refuseEncoding, refuseUnfit, requireJsonType } from '@parley/domain';
import type * as z from 'zod';
import type { HeaderRecord } from './authenticate.ts';
import type { Endpoint } from './router.ts';

export interface CheckedInput {
  params: unknown;
  query: unknown;
  body: unknown;
}

/** Returns the parsed body; undefined when none was sent. Throws errors 415, 413 and 400 as the server does. */
export function readBody(
  headers: HeaderRecord,
  body: Uint8Array | string | undefined,
  limitBytes: number,
): unknown {
  if (body === undefined || body.length === 0) return undefined;
  requireJsonType(headers['content-type']);
  // The mock decompresses nothing.
  refuseEncoding(headers['content-encoding'], 'application/json');
  if (isLonger(body, limitBytes)) throw new ServiceError('SVC-PAYLOAD-TOO-LARGE', { limitBytes });
  const value = parseJsonBody(body);
  refuseUnfit(value, 'body');
  return value;
}

/**
 * Returns the input of an endpoint, parsed by the contract. Throws one `SVC-VALIDATION` error that lists all invalid
 * fields.
 */
export function checkInput(endpoint: Endpoint, input: CheckedInput): CheckedInput {
  refuseUnfit(input.params, 'path');
  refuseUnfit(input.query, 'query');
  const issues: ValidationIssue[] = [];
  const checked: CheckedInput = {
    params: check(endpoint.pathParams, 'path', input.params, issues),
    query: check(endpoint.query, 'query', input.query, issues),
    body: check(endpoint.body, 'body', input.body, issues),
  };
  if (issues.length > 0) throw new ServiceError('SVC-VALIDATION', { issues });
  return checked;
}

function check(
  schema: z.ZodType | undefined,
  part: ValidationIssue['in'],
  value: unknown,
  issues: ValidationIssue[],
): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  issues.push(...toIssues(result.error, part, value));
  return undefined;
}

function isLonger(body: Uint8Array | string, bytes: number): boolean {
  if (typeof body !== 'string') return body.byteLength > bytes;
  // A UTF-16 unit has at most three bytes in UTF-8.
  if (body.length * 3 <= bytes) return false;
  return new TextEncoder().encode(body).length > bytes;
}
