import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { apiPrefixes, bodyLimits, type ErrorCode, sessionOnlyRoutes } from '@parley/contract';
import { expect, test } from 'vitest';
import { checkError } from '../answer.ts';
import type { AnyRequest } from '../client.ts';
import { type Extent, endpointsFor, named, oneOfEachShape } from '../extent.ts';
import { preparedRequest, validRequest } from '../fixtures.ts';
import { type Answer, type Call, fillPath, send, sendEndless } from '../http.ts';
import { bodyRoutes, type Route, routes, routesOnOneRecord, successStatus } from '../routes.ts';
import {
  aChannel,
  createScene,
  missingId,
  once,
  pathToNothing,
  type Scene,
  unique,
} from '../scene.ts';
import type { Target } from '../target.ts';
import { requestChecks } from './request-checks.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

export function testRequests(target: () => Target, extent: Extent): void {
  const tested = [...endpointsFor(extent, routes), ...sessionOnlyRoutes];
  const paths = [...new Set(tested.map((route) => route.path))];
  // Refused requests change nothing, so their tests share a tenant.
  const sharedScene = once(() => createScene(target()));
  // One endpoint of each shape stands for the checks that do not depend on the endpoint.
  const ofEachShape = oneOfEachShape(bodyRoutes);
  const shapes = new Set(oneOfEachShape(routes).map((route) => route.path));

  test.each(paths)(
    '%s answers other methods with 405 and the supported ones, before any other check',
    async (path) => {
      const { tenant } = await sharedScene();
      const allowed = [...routes, ...sessionOnlyRoutes]
        .filter((route) => route.path === path)
        .map((route) => route.method as string);
      for (const method of methods.filter((candidate) => !allowed.includes(candidate))) {
        for (const key of shapes.has(path) ? [undefined, tenant.apiKey] : [undefined]) {
          const answer = await send(target().baseUrl, {
            method,
            path: pathToNothing(path),
            key,
          });
          const error = checkError(answer);
          expect(error.code).toBe('SVC-METHOD-NOT-ALLOWED');
          const listed = (error.details['allowed'] as string[]).filter(
            (candidate) => candidate !== 'HEAD' && candidate !== 'OPTIONS',
          );
          expect(listed.sort()).toEqual([...new Set(allowed)].sort());
        }
      }
    },
  );

  test.each(['/nowhere', '/', '', '/messages/msg_1/nowhere', '/v2/messages', '/Messages'])(
    '%j is no endpoint, with a key and without',
    async (path) => {
      const { tenant } = await sharedScene();
      for (const prefix of apiPrefixes) {
        for (const key of [tenant.apiKey, undefined]) {
          const answer = await send(target().baseUrl, { method: 'GET', path, prefix, key });
          const error = checkError(answer);
          expect(error.code, path).toBe('SVC-ROUTE-NOT-FOUND');
          expect(error.details['method']).toBe('GET');
        }
      }
    },
  );

  test.each(named(oneOfEachShape(routesOnOneRecord)))(
    '%s refuses an id with NUL, with an Idempotency-Key too',
    async (name, { method }) => {
      const scene = await sharedScene();
      const { params = {}, body } = await preparedRequest(scene, name);
      const keys = method === 'POST' ? [undefined, unique('key')] : [undefined];
      for (const param of Object.keys(params)) {
        for (const idempotencyKey of keys) {
          const given = { ...params, [param]: 'a\0b' };
          const request = { params: given, body, ...(idempotencyKey && { idempotencyKey }) };
          const error = checkError(await scene.call(name, request));
          expect(error).toMatchObject({
            code: 'SVC-VALIDATION',
            details: { issues: [{ in: 'path', path: param }] },
          });
        }
      }
    },
  );

  const json = { 'content-type': 'application/json' };
  const gzip = { ...json, 'content-encoding': 'gzip' };
  type Refusals = readonly (readonly [string, Partial<Call>, ErrorCode])[];
  /** Bodies that are refused before the schema of the endpoint. */
  const unreadable: Refusals = [
    ['200 kB of nested arrays', { headers: json, raw: nested(100_000) }, 'SVC-VALIDATION'],
    ['15,001 values', { headers: json, raw: `{"a":[${'0,'.repeat(15_000)}0]}` }, 'SVC-VALIDATION'],
    ['1,001 fields', { headers: json, raw: manyFields(1_001) }, 'SVC-VALIDATION'],
    ['malformed JSON', { headers: json, raw: '{"a": nope}' }, 'SVC-MALFORMED-JSON'],
    ['truncated JSON', { headers: json, raw: '{"text": "Hel' }, 'SVC-MALFORMED-JSON'],
    ['two JSON values', { headers: json, raw: '{} {}' }, 'SVC-MALFORMED-JSON'],
    ['invalid UTF-8', { headers: json, raw: bytes('{"a":"', 0xff, '"}') }, 'SVC-MALFORMED-JSON'],
    ['UTF-16', { headers: json, raw: Buffer.from('{}', 'utf16le') }, 'SVC-MALFORMED-JSON'],
    [
      'plain text',
      { headers: { 'content-type': 'text/plain' }, raw: '{}' },
      'SVC-UNSUPPORTED-MEDIA-TYPE',
    ],
    [
      'a form',
      { headers: { 'content-type': 'application/x-www-form-urlencoded' }, raw: 'a=b' },
      'SVC-UNSUPPORTED-MEDIA-TYPE',
    ],
    [
      'another kind of JSON',
      { headers: { 'content-type': 'application/merge-patch+json' }, raw: '{}' },
      'SVC-UNSUPPORTED-MEDIA-TYPE',
    ],
    [
      'an unknown compression',
      { headers: { ...json, 'content-encoding': 'compress' }, raw: '{}' },
      'SVC-UNSUPPORTED-MEDIA-TYPE',
    ],
    ['a body that is not gzip', { headers: gzip, raw: '{}' }, 'SVC-MALFORMED-JSON'],
    [
      'a body that is cut off within gzip',
      { headers: gzip, raw: gzipSync('{}').subarray(0, -9) },
      'SVC-MALFORMED-JSON',
    ],
    [
      'a body that is not br',
      { headers: { ...json, 'content-encoding': 'br' }, raw: '{}' },
      'SVC-MALFORMED-JSON',
    ],
    ['a body without a content type', { raw: Buffer.from('{}') }, 'SVC-UNSUPPORTED-MEDIA-TYPE'],
    ['nesting deeper than 32', { headers: json, raw: nested(33) }, 'SVC-VALIDATION'],
    ['a __proto__ key', { headers: json, raw: '{"a":{"__proto__":{"b":1}}}' }, 'SVC-VALIDATION'],
    ['NUL in a text', { headers: json, raw: '{"a":"\\u0000"}' }, 'SVC-VALIDATION'],
    ['half of a surrogate pair', { headers: json, raw: '{"a":"\\ud83d"}' }, 'SVC-VALIDATION'],
  ];
  const unpackedTooLarge = ({ bodyBytes }: Route): Refusals[number] => [
    'a body that unpacks to too much',
    { headers: gzip, raw: gzipSync(padded(bodyBytes + 1)) },
    'SVC-PAYLOAD-TOO-LARGE',
  ];
  const refusals = (route: Route): Refusals => [
    ...(ofEachShape.includes(route) ? [...unreadable, unpackedTooLarge(route)] : []),
    [
      'a body too large',
      { headers: json, raw: padded(route.bodyBytes + 1) },
      'SVC-PAYLOAD-TOO-LARGE',
    ],
    ['an array', { headers: json, raw: '[]' }, 'SVC-VALIDATION'],
    ['null', { headers: json, raw: 'null' }, 'SVC-VALIDATION'],
    ['a string', { headers: json, raw: '"text"' }, 'SVC-VALIDATION'],
    ['a number', { headers: json, raw: '42' }, 'SVC-VALIDATION'],
  ];

  test.each(named(endpointsFor(extent, bodyRoutes)))(
    '%s refuses bodies that are no JSON object in UTF-8, each for its reason',
    async (name, route) => {
      const scene = await sharedScene();
      const { params } = await preparedRequest(scene, name);
      for (const [title, body, code] of refusals(route)) {
        const answer = await knock(scene, route, { ...body, params });
        const error = checkError(answer);
        expect(error.code, `${title}: ${answer.text}`).toBe(code);
        if (title === 'invalid UTF-8') {
          expect(error.message).toBe('The body is not valid UTF-8. Send JSON in UTF-8.');
        }
        if (code === 'SVC-PAYLOAD-TOO-LARGE') {
          expect(error.details).toEqual({ limitBytes: route.bodyBytes });
        }
        expect(answer.headers.get('ratelimit-limit'), title).not.toBeNull();
      }
    },
  );

  /** Sends a valid body as `spell` writes it. The endpoint must accept it. */
  const expectAccepted = async (
    scene: Scene,
    route: Route,
    spell: (body: string) => Partial<Call>,
  ) => {
    const { params, body = {} } = await validRequest(scene, route.name);
    const answer = await knock(scene, route, { ...spell(JSON.stringify(body)), params });
    expect(answer.status, answer.text).toBe(successStatus(route));
  };

  test.each(named(ofEachShape))(
    '%s accepts a body of the maximum size with 32 levels',
    async (_name, route) => {
      const deep = `"deep":${'['.repeat(31)}${']'.repeat(31)}`;
      const raw = (body: string) => withPadding(withMember(body, deep), route.bodyBytes);
      const scene = await createScene(target());
      await expectAccepted(scene, route, (body) => ({ headers: json, raw: raw(body) }));
    },
  );

  test.each(named(ofEachShape))(
    '%s accepts any spelling of the media type, and blanks around the body',
    async (_name, route) => {
      const spelled = { 'content-type': 'Application/JSON ; charset="utf-8"' };
      const latin = { 'content-type': 'application/json;charset=latin1' };
      const spellings: readonly ((body: string) => Partial<Call>)[] = [
        (raw) => ({ headers: spelled, raw }),
        (raw) => ({ headers: latin, raw }),
        (body) => ({ headers: json, raw: `\ufeff${body}` }),
        (body) => ({ headers: json, raw: `\r\n\t ${body} ` }),
      ];
      const scene = await createScene(target());
      for (const spell of spellings) await expectAccepted(scene, route, spell);
    },
  );

  test.each(named(ofEachShape))('%s accepts a compressed body', async (_name, route) => {
    const scene = await createScene(target());
    const encodings = {
      gzip: gzipSync,
      'X-GZIP': gzipSync,
      deflate: deflateSync,
      br: brotliCompressSync,
    };
    for (const [encoding, pack] of Object.entries(encodings)) {
      const headers = { ...json, 'content-encoding': encoding };
      await expectAccepted(scene, route, (body) => ({ headers, raw: pack(body) }));
    }
  });

  test.each(named(ofEachShape))(
    '%s stops reading a body without a length at its limit, and closes the connection',
    async (name, route) => {
      const scene = await sharedScene();
      const { params } = await preparedRequest(scene, name);
      const answer = await sendEndless(target().baseUrl, {
        method: route.method,
        path: fillPath(route.path, params),
        key: scene.tenant.apiKey,
        headers: json,
      });
      expect(checkError(answer).code).toBe('SVC-PAYLOAD-TOO-LARGE');
      expect(answer.headers.get('connection')).toBe('close');
      // More than the limit can be sent: bytes that are read after the response, and the buffers of both sides.
      expect(answer.sentBytes).toBeLessThan(route.bodyBytes + 32 * 1_048_576);
    },
  );

  test('reports the first failed check of a request with several faults', async () => {
    const scene = await createScene(target());
    const exhausted = await createScene(target(), { quota: { limit: 1, windowSeconds: 600 } });
    const suspended = await createScene(target(), { quota: { limit: 1, windowSeconds: 600 } });
    for (const { call } of [exhausted, suspended]) await call('tenants.current');
    await suspended.tenant.suspend();
    const { id: channelId } = await aChannel(scene);
    const key = scene.tenant.apiKey;
    const text = {
      headers: { 'content-type': 'text/plain' },
      raw: padded(bodyLimits.defaultBytes + 1),
    };
    const message = (fields: object) => ({
      key,
      headers: json,
      raw: JSON.stringify({
        channelId: missingId('chn'),
        to: '@',
        type: 'text',
        text: 'Hello',
        ...fields,
      }),
    });
    const invalidKey = { idempotencyKey: 'two words' };
    /** For each check, a request that passes all earlier checks, and fails this check and the later ones. */
    const requests: Record<(typeof requestChecks)[number]['check'], Partial<Call>> = {
      Path: { method: 'PUT', path: '/nowhere', ...text },
      Method: { method: 'PUT', ...text },
      'API key': { ...invalidKey, ...text },
      Tenant: { ...invalidKey, key: suspended.tenant.apiKey, ...text },
      Quota: { ...invalidKey, key: exhausted.tenant.apiKey, ...text },
      'Media type': { ...invalidKey, key, ...text },
      'Body size': {
        ...invalidKey,
        key,
        headers: json,
        raw: `${padded(bodyLimits.defaultBytes)}}`,
      },
      JSON: { ...invalidKey, key, headers: json, raw: '{' },
      'Idempotency-Key': { ...invalidKey, ...message({ to: '' }) },
      Schema: message({ to: '' }),
      Records: message({}),
      Rules: message({ channelId }),
    };
    const places = { 'Idempotency-Key': 'header', Schema: 'body' };
    for (const { check, code } of requestChecks) {
      const call = { method: 'POST', path: '/messages', ...requests[check] };
      const error = checkError(await send(target().baseUrl, call));
      expect(error.code, check).toBe(code);
      const place = new Map(Object.entries(places)).get(check);
      if (place) expect(error.details).toMatchObject({ issues: [{ in: place }] });
    }
  });

  test('ignores the body of a GET or DELETE', async () => {
    const scene = await createScene(target());
    const request = await validRequest(scene, 'channels.delete');
    const answer = await send(target().baseUrl, {
      method: 'DELETE',
      path: fillPath('/channels/:id', request.params),
      key: scene.tenant.apiKey,
      headers: json,
      raw: '{"broken',
    });
    expect(answer.status, answer.text).toBe(204);
  });
}

function knock(
  { target, tenant }: Scene,
  route: Route,
  { params, ...call }: Partial<Call> & Pick<AnyRequest, 'params'>,
): Promise<Answer> {
  return send(target.baseUrl, {
    method: route.method,
    path: fillPath(route.path, params),
    key: tenant.apiKey,
    ...call,
  });
}

function bytes(...parts: (string | number)[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(
    parts.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part)] : [part])),
  );
}

function padded(length: number): string {
  return withPadding('{}', length);
}

/** Returns the JSON object with one more member, so that it has this many bytes. */
function withPadding(body: string, length: number): string {
  const bare = withMember(body, '"pad":""');
  return withMember(body, `"pad":"${'x'.repeat(length - bare.length)}"`);
}

function withMember(body: string, member: string): string {
  return body === '{}' ? `{${member}}` : `${body.slice(0, -1)},${member}}`;
}

function nested(depth: number): string {
  return `{"deep":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;
}

function manyFields(count: number): string {
  return JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, 0])));
}
