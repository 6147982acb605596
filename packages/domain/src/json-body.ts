import { checkJson, ServiceError, type ValidationIssue } from '@parley/contract/schemas';

const jsonType = /^application\/json\s*(?:;|$)/i;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Throws SVC-UNSUPPORTED-MEDIA-TYPE unless this `Content-Type` is JSON, with any parameters. */
export function requireJsonType(contentType = ''): void {
  if (jsonType.test(contentType)) return;
  throw new ServiceError('SVC-UNSUPPORTED-MEDIA-TYPE', { expected: 'application/json' });
}

/**
 * Returns the value of a JSON body, or undefined when it is blank. Throws SVC-MALFORMED-JSON: for bytes that are not
 * UTF-8, and otherwise with the position of the mistake where the runtime tells it.
 */
export function parseJsonBody(body: string | Uint8Array): unknown {
  const text = typeof body === 'string' ? body : decode(body);
  if (text.trim() === '') return undefined;
  try {
    // A byte order mark is allowed before UTF-8, but JSON.parse refuses it.
    return JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text);
  } catch (cause) {
    const position = /at position (\d+)/.exec(cause instanceof Error ? cause.message : '')?.[1];
    const details = position === undefined ? {} : { position: Number(position) };
    throw new ServiceError('SVC-MALFORMED-JSON', details, { cause });
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    const message = 'The body is not valid UTF-8. Send JSON in UTF-8.';
    throw new ServiceError('SVC-MALFORMED-JSON', {}, { message, cause });
  }
}

/** Throws SVC-VALIDATION for a value that `checkJson` refuses: the server does so before it reads a schema. */
export function refuseUnfit(value: unknown, part: ValidationIssue['in']): void {
  const issue = checkJson(value, part);
  if (issue) throw new ServiceError('SVC-VALIDATION', { issues: [issue] });
}
