import { checkAnswer } from '@parley/conformance/answer';
import { validRequest } from '@parley/conformance/fixtures';
import { fillPath, send } from '@parley/conformance/http';
import { type Route, routes, successStatus } from '@parley/conformance/routes';
import { createScene, type Scene } from '@parley/conformance/scene';
import { consolePrefix } from '@parley/contract/console';
import { beforeAll, describe, expect, test } from 'vitest';
import { ConsoleBrowser } from '../../test/console-browser.ts';
import { startQuiet } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { invite } from '../invitations/service.ts';

// SQLite alone: these rules do not involve the database.
describe('every endpoint in the console', () => {
  const server = serverOfTests(() => startQuiet('SQLite'));
  let scene: Scene;
  let owner: ConsoleBrowser;
  beforeAll(async () => {
    scene = await createScene(server);
    owner = new ConsoleBrowser(server.baseUrl);
    const ctx = server.contextOf(scene.tenant.tenantId);
    const invited = { email: 'ana@example.com', role: 'owner' } as const;
    const { token } = await invite(ctx, invited, { by: 'owner' });
    const person = { token, name: 'Ana', password: 'four yellow tulips' };
    expect((await owner.call('POST /invitations/accept', person)).status).toBe(200);
  });

  // A session has no API key.
  const keyless = 'GET /api-keys/current';
  const named = routes
    .filter(({ method, path }) => `${method} ${path}` !== keyless)
    .map((route) => [route.name, route] as const);

  test.each(named)(
    '%s answers a session as its schema says, with quota, request ID and a Location of the console',
    async (name, route) => {
      const { params, body, query, headers } = await validRequest(scene, name);
      const isFile = body instanceof Uint8Array;
      const sent = { query, headers, ...(isFile ? { raw: body } : { body }) };
      const answer = await call(route, { ...sent, path: fillPath(route.path, params) });
      expect(answer.status, answer.text).toBe(successStatus(route));
      checkAnswer(route, answer);
      expect(answer.headers.get('x-request-id')).toBeTruthy();
      expect(answer.headers.get('ratelimit-limit')).not.toBeNull();
      const location = answer.headers.get('location');
      if (answer.status === 201) expect(location).not.toBeNull();
      if (location === null) return;
      expect(location.startsWith(`${consolePrefix}/`), location).toBe(true);
      const read = await owner.call(`GET ${location.slice(consolePrefix.length)}`);
      expect(read.status, `${location} ${read.text}`).toBe(200);
    },
  );

  test.each(named)(
    '%s answers a wrong ID and a wrong body with the errors of its contract',
    async (_name, route) => {
      const path = route.path.replaceAll(/:\w+/g, 'x');
      const hasBody = ['POST', 'PATCH', 'PUT'].includes(route.method);
      const answer = await call(route, { path, ...(hasBody && { body: { no: ['body'] } }) });
      checkAnswer(route, answer);
    },
  );

  test('a session has no current API key', async () => {
    expect((await owner.call(keyless)).status).toBe(404);
  });

  function call(
    { method }: Route,
    { headers, ...request }: Omit<Parameters<typeof send>[1], 'method'>,
  ) {
    const own = { origin: server.baseUrl, cookie: owner.cookie };
    return send(server.baseUrl, {
      ...request,
      method,
      prefix: consolePrefix,
      headers: { ...headers, ...own },
    });
  }
});
