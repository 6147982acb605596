import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { RedirectError, ResponseParseError, ServerError } from '../src/index.ts';
import { envelope, get, json, post, startFaultServer } from './fault-server.ts';
import { failureOf } from './recording-client.ts';

describe('an invalid response', () => {
  test.each([
    ['malformed JSON', '{"data":'],
    ['HTML', '<html>Welcome</html>'],
    ['nothing', ''],
    ['a bare null', 'null'],
    ['a bare string', '"ok"'],
  ])('%s in a 200 is a ResponseParseError and is not retried', async (_, body) => {
    const server = await startFaultServer((_request, response) =>
      response.writeHead(200).end(body),
    );
    const error = await failureOf(server.client().request(post));
    expect(error).toBeInstanceOf(ResponseParseError);
    expect(error).toMatchObject({ status: 200, outcome: 'unknown', attempts: 1 });
  });

  test.each(['{"text":"very private"', 'very private', '"very private"'])(
    'the error does not quote %s',
    async (body) => {
      const server = await startFaultServer((_request, response) =>
        response.writeHead(200).end(body),
      );
      const error = await failureOf(server.client().request(post));
      expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('private');
    },
  );

  test('the error does not contain a response that is not HTTP', async () => {
    const server = await startFaultServer((_, { socket }) => {
      const head = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';
      socket?.write(`${head}very private, and no chunk`);
    });
    const error = await failureOf(server.client().request({ ...get, maxRetries: 0 }));
    expect(error).toMatchObject({ name: 'ConnectionError', outcome: 'unknown' });
    const shown = inspect(error, { depth: 9, showHidden: true });
    // With the package undici in the process, its parser reads the response instead of Node's.
    expect(shown).toMatch(/HPE_|does not match the HTTP/);
    expect(shown).not.toContain('private');
  });

  test('HTML in a 502 is a ServerError', async () => {
    const server = await startFaultServer((_, response) =>
      response.writeHead(502).end('<html>Bad Gateway</html>'),
    );
    const error = await failureOf(server.client().request({ ...get, maxRetries: 0 }));
    expect(error).toBeInstanceOf(ServerError);
    expect(error).toMatchObject({ status: 502, details: {}, outcome: 'unknown' });
    expect(error.code).toBeUndefined();
  });

  test('refuses a redirect and sends nothing to its target', async () => {
    const other = await startFaultServer((_, response) => json(response, 200, {}));
    for (const status of [301, 302, 303, 307, 308]) {
      const server = await startFaultServer((_, response) =>
        response.writeHead(status, { location: `${other.url}/?key=secret` }).end(),
      );
      const error = await failureOf(server.client().request(post));
      expect(error).toBeInstanceOf(RedirectError);
      expect(error).toMatchObject({ status, attempts: 1 });
      expect(JSON.stringify(error)).not.toContain('secret');
    }
    expect(other.requests).toHaveLength(0);
  });

  test('unknown codes, fields and details are kept', async () => {
    const server = await startFaultServer((_, response) =>
      json(response, 409, envelope('SVC-BRAND-NEW', { why: ['x'] }), { 'x-request-id': 'req-1' }),
    );
    const error = await failureOf(server.client().request(post));
    expect(error).toMatchObject({
      name: 'ConflictError',
      code: 'SVC-BRAND-NEW',
      details: { why: ['x'] },
      requestId: 'req-1',
      outcome: 'rejected',
    });
  });

  test.each([
    ['no envelope', {}],
    ['an envelope of other types', { error: { code: 7, message: null, details: 'x' } }],
    ['an array', []],
  ])('an error body with %s is still an ApiError', async (_, body) => {
    const server = await startFaultServer((_request, response) => json(response, 400, body));
    const error = await failureOf(server.client().request(post));
    expect(error).toMatchObject({ name: 'BadRequestError', details: {} });
    expect(error.code).toBeUndefined();
  });
});
