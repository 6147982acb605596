import { afterAll, beforeAll } from 'vitest';
import type { TestServer } from './start-server.ts';

/** Starts a server before the tests of this block, and closes it after them. It is empty until it has started. */
export function serverOfTests<Server extends TestServer>(start: () => Promise<Server>): Server {
  // Only tests and hooks use it, and they run later than this hook.
  const server = {} as Server;
  beforeAll(async () => {
    Object.assign(server, await start());
  });
  afterAll(() => server.close());
  return server;
}
