import { providerErrorOf } from '@parley/contract/schemas';
import * as z from 'zod';
import { type ProviderRefusal, refused, replyOf } from '../outcomes.ts';
import type { ProviderAnswer, ProviderHttp, ProviderRequest } from '../provider-http.ts';

// The Business API of TikTok: errors come with HTTP status 200 and a code that is not 0.

export interface TikTokAccess {
  readonly http: ProviderHttp;
  /** The URL of the API with its version: `https://business-api.tiktok.com/open_api/v1.3`. */
  readonly baseUrl: string;
  readonly accessToken: string;
}

const envelope = z.object({ code: z.number(), message: z.string().optional() });

export async function tiktokPost(
  { http, baseUrl, accessToken }: TikTokAccess,
  path: string,
  body: Pick<ProviderRequest, 'json' | 'body' | 'timeoutMs'>,
): Promise<ProviderAnswer> {
  const url = new URL(`${baseUrl}/${path}`);
  return await http.call({
    method: 'POST',
    url,
    headers: { 'access-token': accessToken },
    ...body,
  });
}

export async function tiktokGet(
  { http, baseUrl, accessToken }: TikTokAccess,
  path: string,
  query: Readonly<Record<string, string>>,
): Promise<ProviderAnswer> {
  const url = new URL(`${baseUrl}/${path}`);
  // IDs may contain `+`, which some servers decode as a space: URLSearchParams writes it as %2B.
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return await http.call({ method: 'GET', url, headers: { 'access-token': accessToken } });
}

export function tiktokRefusal(json: unknown): ProviderRefusal | undefined {
  const read = envelope.safeParse(json);
  if (!read.success || read.data.code === 0) return undefined;
  const providerCode = String(read.data.code);
  return refused(providerErrorOf('tiktok', providerCode), providerCode, read.data.message ?? null);
}

/** Returns the provider's answer to a read. Throws SVC-PROVIDER-ERROR when the provider does not answer. */
export function tiktokReply(
  answer: ProviderAnswer,
): { json: unknown } | { refusal: ProviderRefusal } {
  return replyOf('tiktok_business', answer, tiktokRefusal);
}
