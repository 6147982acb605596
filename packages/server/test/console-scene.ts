import { Writable } from 'node:stream';
import type { SignedIn } from '@parley/contract/console';
import type { MemberRole } from '@parley/contract/schemas';
import { expect, onTestFinished } from 'vitest';
import { createLog } from '../src/deps.ts';
import { invite } from '../src/invitations/service.ts';
import { createLink } from '../src/sessions/links.ts';
import { ConsoleBrowser } from './console-browser.ts';
import type { Target } from './databases.ts';
import { startServer, type TestServer } from './start-server.ts';

export const password = 'correct horse battery';

const quiet = {
  PARLEY_WORKER: 'off',
  PARLEY_TRUST_PROXY: '1',
  PARLEY_RATE_LIMIT: '1000000',
};

export interface ConsoleScene {
  readonly server: TestServer;
  /** The browser of the first account, which has set up the installation. */
  readonly owner: ConsoleBrowser;
  readonly setupToken: string;
  /** The lines of the log. */
  readonly lines: string[];
}

interface Options {
  /** Whether the server ends with the test. */
  readonly closes?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts a server without a worker, and creates its first account: `ana@example.com`. */
export async function openConsole(
  target: Target,
  { closes = false, env = {} }: Options = {},
): Promise<ConsoleScene> {
  const lines: string[] = [];
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const log = createLog('trace', destination);
  const started = await startServer(target, { env: { ...quiet, ...env }, log });
  // Not the public URL, which leads nowhere.
  const server = { ...started, baseUrl: `http://127.0.0.1:${started.running.port}` };
  if (closes) onTestFinished(() => server.close());
  const { system, now } = server.deps;
  const setupToken = await createLink(system.installation, { kind: 'setup', now: now() });
  const owner = new ConsoleBrowser(server.baseUrl);
  expect((await owner.call('GET /setup')).json).toMatchObject({ needed: true });
  const { status } = await owner.call('POST /setup', {
    token: setupToken,
    name: 'Ana',
    email: 'Ana@Example.com',
    password,
    tenantName: 'First',
  });
  expect(status).toBe(200);
  return { server, owner, setupToken, lines };
}

export async function signIn(browser: ConsoleBrowser, given: object = {}) {
  const body = { email: 'ana@example.com', password, ...given };
  return await browser.call<SignedIn>('POST /session', body);
}

/** Returns a new member of any tenant, who is signed in. */
export async function joinAs(server: TestServer, tenantId: string, role: MemberRole) {
  const email = `${role}.${tenantId}@example.com`.toLowerCase();
  const ctx = server.contextOf(tenantId);
  const { token } = await invite(ctx, { email, role }, { by: 'owner' });
  const browser = new ConsoleBrowser(server.baseUrl);
  const person = { token, name: role, password };
  expect((await browser.call('POST /invitations/accept', person)).status).toBe(200);
  return browser;
}

/** Returns the status of a request with this cookie. */
export async function statusOf(server: TestServer, cookie: string): Promise<number> {
  const browser = new ConsoleBrowser(server.baseUrl);
  browser.cookie = cookie;
  return (await browser.call('GET /session')).status;
}

/** Returns every row of every table as text. */
export async function everyRow({ deps: { database } }: TestServer): Promise<string> {
  const names: string[] =
    database.dialect === 'sqlite'
      ? await database
          .writer('sqlite_master')
          .where({ type: 'table' })
          // The indexes of texts cannot be read as tables.
          .whereNot('name', 'like', '%_grams%')
          .pluck('name')
      : await database
          .writer('information_schema.tables')
          .where({ table_schema: 'public' })
          .pluck('table_name');
  const rows = await Promise.all(names.map((name) => database.writer(name).select('*')));
  return JSON.stringify(rows);
}
