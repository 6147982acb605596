import { createServer } from 'node:http';

/**
 * A server on loopback with the responses of the smoke test, with separate state for each key. `page` is shown to a
 * browser. `strayed` counts requests that followed a redirect.
 */
export async function startServer({ message, tenant, page }) {
  const seen = new Map();
  const stray = await listen((_request, response) => {
    started.strayed += 1;
    response.end('{}');
  });
  // Not a port that fetch refuses by its number, such as 1: that would be another error.
  const closed = await listen(() => undefined);
  await new Promise((resolve) => closed.server.close(resolve));
  const main = await listen((request, response) => {
    const json = (status, body, headers = {}) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(JSON.stringify(body));
    };
    const url = new URL(request.url ?? '/', 'http://localhost');
    const path = url.pathname.replace('/api/v1', '');
    const key = String(request.headers['idempotency-key']);
    if (path === '/page') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      return response.end(page());
    }
    if (path === '/closed-port') return response.end(closed.url);
    if (path === '/tenants/current') {
      return json(200, tenant, {
        'ratelimit-limit': '600',
        'ratelimit-remaining': '599',
        'ratelimit-reset': '1',
      });
    }
    if (path === '/messages' && request.method === 'POST') {
      const { authorization } = request.headers;
      const before = seen.get(authorization);
      seen.set(authorization, key);
      if (before === undefined) return json(503, {}, { 'retry-after': '0' });
      return json(202, { ...message, text: `${before} ${key}` });
    }
    if (path === '/messages') {
      const nextCursor = url.searchParams.has('cursor') ? null : 'second';
      return json(200, { data: [message], nextCursor });
    }
    if (path === '/messages/wrong') return json(200, { ...message, status: 'brand_new' });
    if (path === '/messages/moved') return json(307, {}, { location: `${stray.url}/elsewhere` });
    if (path === '/messages/hang') return undefined;
    if (path === '/messages/stall') {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
      return response.write('{"id":');
    }
    const error = { code: 'SVC-NOT-FOUND', message: 'No such record.', details: {} };
    return json(404, { error });
  });
  const started = {
    url: main.url,
    strayUrl: stray.url,
    strayed: 0,
    close: () =>
      [main, stray].forEach(({ server }) => {
        server.closeAllConnections();
        server.close();
      }),
  };
  return started;
}

async function listen(listener) {
  const server = createServer(listener);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${server.address().port}` };
}
