import { parseUrl } from '@parley/contract/schemas';

/**
 * Returns the URL of a file that a provider named. The request sends the access token, so the URL must use https or be
 * at the host of the API.
 */
export function fileUrl(text: string, baseUrl: string): URL {
  const url = parseUrl(text);
  if (url?.protocol === 'https:' || url?.origin === new URL(baseUrl).origin) return url;
  throw new Error('the provider names an address that is not https');
}
