import type { ListRequestLogQuery, LoggedRequest, RequestOutcome } from '@parley/contract/console';
import { maskKeys } from './api-keys.ts';
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

/** Returns the start of a path with API keys masked, because an unknown path may contain anything. */
export function maskedPath(path: string): string {
  return maskKeys(path).slice(0, loggedCharacters);
}

/**
 * Returns the path of a request for the log. Only parameters that are IDs are replaced by their values: others, such as
 * `:name`, may contain personal data.
 */
export function loggedPath(template: string, params: Readonly<Record<string, unknown>>): string {
  if (!template.includes(':')) return template;
  const path = template.replaceAll(/:(\w+)/g, (parameter, name: string) =>
    /id$/i.test(name) ? String(params[name]) : parameter,
  );
  return maskedPath(path);
}
