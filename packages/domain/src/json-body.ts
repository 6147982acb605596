import {
  checkJson,
  jsonLimits,
  ServiceError,
  type ValidationIssue,
} from '@parley/contract/schemas';
import { invalid } from './refusals.ts';

const jsonType = /^application\/json\s*(?:;|$)/i;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Throws SVC-UNSUPPORTED-MEDIA-TYPE unless this `Content-Type` is JSON, with any parameters. */
export function requireJsonType(contentType = ''): void {
  if (jsonType.test(contentType)) return;
  throw new ServiceError('SVC-UNSUPPORTED-MEDIA-TYPE', { expected: 'application/json' });
}

/**
 * Returns the value of a JSON body, or undefined when it is blank. Throws SVC-MALFORMED-JSON: for bytes that are not
 * UTF-8, and otherwise with the position of the mistake where the runtime tells it. Of a long body with
 * too many values or levels, it may return only the beginning, which `checkJson` refuses.
 */
export function parseJsonBody(body: string | Uint8Array): unknown {
  const text = typeof body === 'string' ? body : decode(body);
  if (text.trim() === '') return undefined;
  try {
    // A byte order mark is allowed before UTF-8, but JSON.parse refuses it.
    return parseWithinLimits(text.startsWith('\ufeff') ? text.slice(1) : text);
  } catch (cause) {
    const position = /at position (\d+)/.exec(cause instanceof Error ? cause.message : '')?.[1];
    const details = position === undefined ? {} : { position: Number(position) };
    throw new ServiceError('SVC-MALFORMED-JSON', details, { cause });
  }
}

/** A shorter text has fewer values than the limit, and is parsed in a few milliseconds. */
const longText = 2 * jsonLimits.values;

/** JSON.parse took 550 ms for 400,000 levels of arrays, so values far above the limits are not created. */
function parseWithinLimits(text: string): unknown {
  if (text.length < longText) return JSON.parse(text);
  const beginning = beginningAbove(text, jsonLimits.values);
  if (beginning === undefined) return JSON.parse(text);
  const value = JSON.parse(beginning);
  if (checkJson(value)) return value;
  // An object has a field many times, of which only the last one counts.
  return JSON.parse(beginningAbove(text, Number.POSITIVE_INFINITY) ?? text);
}

/** Returns the beginning of a JSON text, with closed brackets, that has too many commas or levels. */
function beginningAbove(text: string, mostCommas: number): string | undefined {
  const ends: string[] = [];
  const close = (end: number) => text.slice(0, end) + [...ends].reverse().join('');
  let commas = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 0x22: // "
        at = endOfString(text, at);
        break;
      case 0x5b: // [
      case 0x7b: // {
        ends.push(text[at] === '[' ? ']' : '}');
        if (ends.length > jsonLimits.depth) return close(at + 1);
        break;
      case 0x5d: // ]
      case 0x7d: // }
        ends.pop();
        break;
      case 0x2c: // ,
        commas++;
        if (commas > mostCommas) return close(at);
    }
  }
  return undefined;
}

/** Returns the position of the quotation mark that ends a string, or of the end of the text. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(at - 1 - backslashes) === 0x5c) backslashes++;
    if (backslashes % 2 === 0) return at;
  }
  return text.length;
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
  if (issue) throw invalid(issue);
}
