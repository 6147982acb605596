import { requestLimits } from '@parley/contract/schemas';
import { ownValue } from './fields.ts';
import { invalid } from './refusals.ts';

/**
 * Returns the parameters of a query string without its question mark; a repeated name gives a list. Throws
 * SVC-VALIDATION for too many parameters and for invalid percent-encoded UTF-8.
 */
export function readQuery(text: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = {};
  if (text === '') return query;
  const parts = text.split('&');
  if (parts.length > requestLimits.queryParameters) {
    const message = `must have at most ${requestLimits.queryParameters} parameters`;
    throw invalid({ in: 'query', path: '', code: 'too_long', message });
  }
  for (const part of parts) {
    if (part === '') continue;
    const end = part.indexOf('=');
    const name = decoded(end === -1 ? part : part.slice(0, end), '');
    const value = end === -1 ? '' : decoded(part.slice(end + 1), name);
    const known = ownValue(query, name);
    const next = known === undefined ? value : [known, value].flat();
    // A parameter may be called __proto__.
    if (name === '__proto__') {
      const open = { enumerable: true, writable: true, configurable: true };
      Object.defineProperty(query, name, { value: next, ...open });
    } else query[name] = next;
  }
  return query;
}

/** Returns the decoded text. `path` is the parameter that the error names. */
function decoded(text: string, path: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    const message = 'must be percent-encoded UTF-8';
    throw invalid({ in: 'query', path, code: 'invalid_format', message });
  }
}
