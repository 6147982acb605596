import { Parley, ParleyError, type ParleyOptions } from '../src/index.ts';
import { WebhookVerificationError } from '../src/webhooks.ts';

export const apiKey = 'prl_live_secret';
export const get = { method: 'GET', path: '/api/v1/things' } as const;
export const post = {
  method: 'POST',
  path: '/api/v1/things',
  body: { text: 'private', to: '5511987654321' },
} as const;

interface Sent {
  url: string;
  init: RequestInit & { headers: Record<string, string> };
}

/** A client whose requests are kept, and answered by `answer`. */
export function client(options: ParleyOptions = {}, answer = () => new Response('{"fine":true}')) {
  const sent: Sent[] = [];
  const fetch = (async (url: string, init: Sent['init']) => {
    sent.push({ url, init });
    return answer();
  }) as typeof globalThis.fetch;
  return {
    sent,
    parley: new Parley({ apiKey, baseUrl: 'https://parley.test', fetch, ...options }),
  };
}

export async function failureOf(call: PromiseLike<unknown>): Promise<ParleyError> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!ParleyError.is(error)) throw new Error(`It did not fail as it should: ${error}`);
  return error;
}

/** The reason for which a webhook is refused. */
export async function reasonOf(call: Promise<unknown>): Promise<string> {
  const error = await failureOf(call);
  if (!WebhookVerificationError.is(error)) throw error;
  return error.reason;
}
