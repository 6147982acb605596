/** The address of a file that a provider names. It gets the token: it must be encrypted, or at the address of the API. */
export function fileUrl(text: string, baseUrl: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'https:' || url?.origin === new URL(baseUrl).origin) return url;
  throw new Error('the provider names an address that is not https');
}
