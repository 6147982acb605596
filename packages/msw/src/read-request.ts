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

type Decompress = (packed: Uint8Array) => Uint8Array | Promise<Uint8Array>;

/** The formats of bodies by their `Content-Encoding`, without `br`, which only Node decompresses. */
const formats = new Map<string, CompressionFormat>([
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'deflate'],
]);

/** Returns the parsed body; undefined when none was sent. Throws errors 415, 413 and 400 as the server does. */
export async function readBody(
  headers: HeaderRecord,
  body: Uint8Array | string | undefined,
  limitBytes: number,
): Promise<unknown> {
  if (body === undefined || body.length === 0) return undefined;
  requireJsonType(headers['content-type']);
  const encoding = headers['content-encoding'];
  const decompress = decompressorOf(encoding?.toLowerCase());
  if (!decompress) refuseEncoding(encoding, 'json');
  refuseLonger(body, limitBytes);
  const sent = decompress ? await decompressed(body, decompress) : body;
  refuseLonger(sent, limitBytes);
  const value = parseJsonBody(sent);
  refuseUnfit(value, 'body');
  return value;
}

function decompressorOf(encoding = ''): Decompress | undefined {
  const format = formats.get(encoding);
  if (encoding === 'br')
    return globalThis.process?.getBuiltinModule?.('node:zlib').brotliDecompressSync;
  if (!format) return undefined;
  return async (packed) => {
    const plain = new Blob([new Uint8Array(packed)])
      .stream()
      .pipeThrough(new DecompressionStream(format));
    return new Uint8Array(await new Response(plain).arrayBuffer());
  };
}

async function decompressed(body: Uint8Array | string, decompress: Decompress) {
  try {
    return await decompress(typeof body === 'string' ? new TextEncoder().encode(body) : body);
  } catch (cause) {
    throw new ServiceError('SVC-MALFORMED-JSON', {}, { cause });
  }
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

function refuseLonger(body: Uint8Array | string, limitBytes: number): void {
  // A UTF-16 unit has at most three bytes in UTF-8.
  if (body.length * 3 <= limitBytes) return;
  const { length } = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  if (length > limitBytes) throw new ServiceError('SVC-PAYLOAD-TOO-LARGE', { limitBytes });
}
