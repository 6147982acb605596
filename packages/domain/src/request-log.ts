import type { ListRequestLogQuery, LoggedRequest, RequestOutcome } from '@parley/contract/console';
import { idPrefixes, isId } from '@parley/contract/schemas';
import { anyOf, custom, type Filters } from './filters.ts';

export const requestLogFilters: Filters<LoggedRequest, ListRequestLogQuery> = {
  keyId: anyOf('keyId'),
  outcome: custom,
  code: anyOf('code'),
  requestId: anyOf('requestId'),
};

/** The statuses of the responses with each outcome: from the first number up to, but not including, the second one. */
export const outcomeStatuses: Readonly<
  Record<Exclude<RequestOutcome, 'aborted'>, readonly [number, number]>
> = { success: [200, 400], refused: [400, 500], failed: [500, 600] };

/** The maximum length of a logged path, in characters. */
const loggedCharacters = 200;

/**
 * Returns a path that no endpoint has, for the log. Only words of the API and IDs remain: other parts may be API keys
 * or personal data.
 */
export function maskedPath(path: string, words: ReadonlySet<string>): string {
  return path
    .split('/', loggedCharacters)
    .map((part) => (part === '' || words.has(part) || isAnyId(part) ? part : '…'))
    .join('/')
    .slice(0, loggedCharacters);
}

/**
 * Returns the path of a request for the log. Only parameters whose values are IDs are replaced by them: other values
 * may be API keys or personal data.
 */
export function loggedPath(template: string, params: Readonly<Record<string, unknown>>): string {
  if (!template.includes(':')) return template;
  const path = template.replaceAll(/:(\w+)/g, (parameter, name: string) => {
    const value = String(params[name]);
    return isAnyId(value) ? value : parameter;
  });
  return path.slice(0, loggedCharacters);
}

function isAnyId(text: string): boolean {
  return Object.values(idPrefixes).some((prefix) => isId(text, prefix));
}
