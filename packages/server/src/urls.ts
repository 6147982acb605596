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

/** Returns a text. If it is a URL, its password is `***`, also one that a URL of Postgres has as a parameter. */
export function withoutPassword(text: string): string {
  const url = parseUrl(text);
  if (!url) return text;
  const { searchParams } = url;
  if (url.password === '' && !searchParams.has('password')) return text;
  if (url.password !== '') url.password = '***';
  if (searchParams.has('password')) searchParams.set('password', '***');
  return url.href;
}
