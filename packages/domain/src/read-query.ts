import { requestLimits, ServiceError, type ValidationIssue } from '@parley/contract/schemas';
import { ownValue } from './fields.ts';

/**
 * Returns the parameters of a query string without its question mark; a repeated name gives a list. Throws
 * SVC-VALIDATION for too many parameters and for invalid percent-encoded UTF-8.
 */
export function readQuery(text: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = {};
  if (text === '') return query;
  const parts = text.split('&');
  if (parts.length > requestLimits.queryParameters) {
    throw refused('', 'too_long', `must have at most ${requestLimits.queryParameters} parameters`);
  }
  const wrong = parts.find((part) => !isDecodable(part));
  if (wrong !== undefined) {
    const [name = ''] = wrong.split('=', 1);
    throw refused(
      isDecodable(name) ? decodeURIComponent(name) : '',
      'invalid_format',
      'must be percent-encoded UTF-8',
    );
  }
  for (const [name, value] of new URLSearchParams(text)) {
    const known = ownValue(query, name);
    const next = known === undefined ? value : [known, value].flat();
    // defineProperty, because a parameter may be called __proto__.
    Object.defineProperty(query, name, {
      value: next,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return query;
}

function isDecodable(text: string): boolean {
  if (!text.includes('%')) return true;
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function refused(path: string, code: ValidationIssue['code'], message: string): ServiceError {
  return new ServiceError('SVC-VALIDATION', { issues: [{ in: 'query', path, code, message }] });
}
