import { request } from 'node:http';
import { requestLimits } from '@parley/contract';
import { type Answer, headersOf, send } from '../http.ts';
import { createScene, type Scene } from '../scene.ts';
import type { BadInput } from './row.ts';

export const badHeaders: readonly BadInput[] = [
  {
    title: 'two headers with the keys of two tenants',
    code: 'SVC-UNAUTHORIZED',
    details: { reason: 'ambiguous' },
    send: async (scene) => {
      const stranger = await createScene(scene.target);
      return get(scene, {
        authorization: `Bearer ${scene.tenant.apiKey}`,
        'x-api-key': stranger.tenant.apiKey,
      });
    },
  },
  {
    title: 'a good key beside garbage',
    code: 'SVC-UNAUTHORIZED',
    details: { reason: 'ambiguous' },
    send: (scene) =>
      get(scene, { authorization: `Bearer ${scene.tenant.apiKey}`, 'x-api-key': 'garbage' }),
  },
  {
    title: 'x-api-key twice',
    code: 'SVC-UNAUTHORIZED',
    details: { reason: 'malformed' },
    send: ({ target, tenant }) =>
      sendRaw(target.baseUrl, [
        ['x-api-key', tenant.apiKey],
        ['x-api-key', tenant.apiKey],
      ]),
  },
  {
    title: 'a key inside quotes',
    code: 'SVC-UNAUTHORIZED',
    details: { reason: 'malformed' },
    send: (scene) => get(scene, { 'x-api-key': `"${scene.tenant.apiKey}"` }),
  },
  {
    title: 'a key with something behind it',
    code: 'SVC-UNAUTHORIZED',
    details: { reason: 'malformed' },
    send: (scene) => get(scene, { authorization: `Bearer ${scene.tenant.apiKey} more` }),
  },
  {
    title: 'a key in lower case',
    code: 'SVC-UNAUTHORIZED',
    send: (scene) => get(scene, { 'x-api-key': scene.tenant.apiKey.toLowerCase() }),
  },
  {
    title: 'a key in the query',
    code: 'SVC-UNAUTHORIZED',
    details: { reason: 'missing' },
    send: ({ target, tenant }) =>
      send(target.baseUrl, {
        method: 'GET',
        path: '/tenants/current',
        query: { api_key: tenant.apiKey, 'x-api-key': tenant.apiKey, access_token: tenant.apiKey },
      }),
  },
  {
    title: 'a tenant named by header instead of a key',
    code: 'SVC-UNAUTHORIZED',
    details: { reason: 'missing' },
    send: (scene) =>
      get(scene, { 'x-org-slug': scene.tenant.tenantId, 'x-app-id': scene.tenant.tenantId }),
  },
  {
    title: 'an Idempotency-Key with a space',
    code: 'SVC-VALIDATION',
    issues: [['header', 'idempotency-key', 'invalid_format']],
    send: (scene) => scene.call('contacts.create', { body: {}, idempotencyKey: 'two words' }),
  },
  {
    title: 'headers above 16 kB',
    code: 'SVC-HEADERS-TOO-LARGE',
    details: { limitBytes: requestLimits.headerBytes },
    send: (scene) => get(scene, { 'x-long': 'x'.repeat(requestLimits.headerBytes) }),
  },
  {
    title: 'a method hidden in a header',
    code: 'SVC-METHOD-NOT-ALLOWED',
    send: ({ target, tenant }) =>
      send(target.baseUrl, {
        method: 'POST',
        path: '/channels/chn_1',
        key: tenant.apiKey,
        headers: { 'x-http-method-override': 'DELETE' },
        body: {},
      }),
  },
];

function get({ target }: Scene, headers: Record<string, string>): Promise<Answer> {
  return send(target.baseUrl, { method: 'GET', path: '/tenants/current', headers });
}

/** Sends a request with repeated headers one by one. `fetch` would join them first. */
function sendRaw(
  baseUrl: string,
  headers: readonly (readonly [string, string])[],
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const url = new URL('/api/v1/tenants/current', baseUrl);
    const all = [['host', url.host], ...headers].flat();
    const outgoing = request(url, { headers: all }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({
          status: incoming.statusCode ?? 0,
          headers: headersOf(incoming),
          text,
          json: JSON.parse(text) as unknown,
        });
      });
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}
