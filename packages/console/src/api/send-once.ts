import { randomToken } from '../random.ts';
import { type Answer, type Input, type OnceKey, request } from './call.ts';

/**
 * Calls an endpoint that takes an idempotency key. A repeat of the same request has the same key, so the server performs
 * both once.
 */
export type SendOnce = <K extends OnceKey>(key: K, input?: Input<K>) => Promise<Answer<K>>;

/** Returns the `SendOnce` of a form that was opened. A request with other values has another key. */
export function newSender(): SendOnce {
  const keys = new Map<string, string>();
  return async (endpoint, input = {}) => {
    const { path, query, body, file } = input;
    const bytes = file && [file.name, file.type, file.size, file.lastModified];
    const content = JSON.stringify([endpoint, path, query, body, bytes]);
    const key = keys.get(content) ?? randomToken();
    keys.set(content, key);
    return await request(endpoint, input, key);
  };
}
