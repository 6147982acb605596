import { parseUrl } from '@parley/contract/schemas';

// URLs of the configuration, without the secrets that they can hold.

/** Returns a URL without its query, in which some providers expect a key. */
export function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '?…');
}

/** Returns whether a URL has a user or a password. A text that is no URL has none. */
export function hasUser(url: string): boolean {
  const { username = '', password = '' } = parseUrl(url) ?? {};
  return username !== '' || password !== '';
}

/** Returns a URL with `***` for its password, which a URL of Postgres can also have as a parameter. */
export function maskedUrl(url: string): string {
  const parsed = new URL(url);
  if (parsed.password) parsed.password = '***';
  if (parsed.searchParams.has('password')) parsed.searchParams.set('password', '***');
  return parsed.href;
}
