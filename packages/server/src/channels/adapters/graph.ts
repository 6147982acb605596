import {
  type ChannelType,
  type ProviderError,
  providerErrorOf,
  transientError,
} from '@parley/contract/schemas';
import * as z from 'zod';
import { type ProviderRefusal, providerFault, refused, replyOf } from './outcomes.ts';
import type { ProviderAnswer, ProviderHttp } from './provider-http.ts';

// The Graph API of Meta, as WhatsApp and Instagram speak it.

export interface GraphAccess {
  readonly http: ProviderHttp;
  /** The URL of the API with its version: `https://graph.facebook.com/v25.0`. */
  readonly baseUrl: string;
  readonly accessToken: string;
}

const typeOf = { whatsapp_cloud: 'whatsapp', instagram_graph: 'instagram' } as const;
export type GraphProvider = keyof typeof typeOf;

type Query = Readonly<Record<string, string>>;

export const defaultGraphVersion = 'v25.0';
/** The subcode for a path whose object does not exist, or which the token may not use. */
const missingObject = 33;

export async function graphGet(
  { http, baseUrl, accessToken }: GraphAccess,
  path: string,
  query: Query = {},
): Promise<ProviderAnswer> {
  const url = urlOf(baseUrl, path, query);
  return await http.call({ method: 'GET', url, headers: authorization(accessToken) });
}

export async function graphDelete(
  { http, baseUrl, accessToken }: GraphAccess,
  path: string,
  query: Query,
): Promise<ProviderAnswer> {
  const url = urlOf(baseUrl, path, query);
  return await http.call({ method: 'DELETE', url, headers: authorization(accessToken) });
}

export async function graphPost(
  { http, baseUrl, accessToken }: GraphAccess,
  path: string,
  json: unknown,
): Promise<ProviderAnswer> {
  const url = new URL(`${baseUrl}/${path}`);
  return await http.call({ method: 'POST', url, headers: authorization(accessToken), json });
}

function urlOf(baseUrl: string, path: string, query: Query): URL {
  const url = new URL(`${baseUrl}/${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}

export function authorization(accessToken: string) {
  return { authorization: `Bearer ${accessToken}` };
}

const graphError = z.object({
  error: z.object({
    code: z.number(),
    error_subcode: z.number().optional().catch(undefined),
    message: z.string().optional().catch(undefined),
    is_transient: z.boolean().optional().catch(undefined),
    // For templates, the text that explains the error.
    error_user_msg: z.string().optional().catch(undefined),
    // Some errors have a text or a list here.
    error_data: z.object({ details: z.string().optional() }).optional().catch(undefined),
  }),
});

/**
 * Returns a function that reads the error in a response body; it returns undefined when there is none. Reads only the
 * codes: the texts may be in any language. The error has the subcode with `isSplit`, and always for a missing object.
 */
export function graphRefusal(type: ChannelType, isSplit = type === 'instagram') {
  return (json: unknown): ProviderRefusal | undefined => {
    const read = graphError.safeParse(json);
    if (!read.success) return undefined;
    const { code, error_subcode, message, is_transient, error_data, error_user_msg } =
      read.data.error;
    // WhatsApp gives each error of a message a code of its own, except for a missing object. Only the subcode distinguishes
    // some errors of Instagram, and most errors of templates.
    const isShown = isSplit || error_subcode === missingObject;
    const providerCode = isShown && error_subcode ? `${code}/${error_subcode}` : String(code);
    const known = providerErrorOf(type, providerCode);
    return refused(
      is_transient === true ? passing(known) : known,
      providerCode,
      error_data?.details ?? error_user_msg ?? message ?? null,
    );
  };
}

/**
 * Returns the error that the server retries, because Meta says that it is temporary. It keeps the meaning of its code. A
 * refusal of the whole channel stops the channel nevertheless: otherwise, each message would be tried several times.
 */
function passing(known: ProviderError): ProviderError {
  if (known.code === 'SVC-CHANNEL-UNAVAILABLE') return known;
  if (known.reason === 'rejected') return transientError;
  return { ...known, automaticRetry: true, retryable: true };
}

/** Returns the provider's answer to a read. Throws SVC-PROVIDER-ERROR when the provider does not answer. */
export function graphReply(
  provider: GraphProvider,
  answer: ProviderAnswer,
): { json: unknown } | { refusal: ProviderRefusal } {
  return replyOf(provider, answer, graphRefusal(typeOf[provider], true));
}

/** Returns the provider's answer to a change. Throws SVC-PROVIDER-ERROR when the provider refused the change. */
export function graphResult(provider: GraphProvider, answer: ProviderAnswer): unknown {
  const reply = graphReply(provider, answer);
  if ('refusal' in reply) throw providerFault(provider, reply.refusal);
  return reply.json;
}
