import { execFile, execFileSync } from 'node:child_process';
import { request } from 'node:http';
import { connect, createServer } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import {
  bundledCommand,
  environment,
  type RunningCommand,
  startCommand,
} from '../../test/command.ts';
import { log } from '../../test/contexts.ts';
import { migratedPlace, openAt, type Place } from '../../test/databases.ts';
import { createApiKey } from '../api-keys/service.ts';
import { channels } from '../channels/service.ts';
import { readConfig } from '../config.ts';
import { listenForWork } from '../db/listen-for-work.ts';
import { createDeps } from '../deps.ts';
import { createTenant } from '../tenants/service.ts';
import { contextOf } from './context.ts';

const run = promisify(execFile);
/** Longer than two announcements are apart, in milliseconds. */
const restMs = 300;

test('the processes of one server share its port and its counts, start again when killed, and end by SIGTERM', async () => {
  const place = await migratedPlace('Postgres');
  const { key, channelId } = await createTenantIn(place);
  const port = await twoFreePorts();
  const { url, command } = await serve(place, {
    PARLEY_LOG_LEVEL: 'info',
    PARLEY_METRICS_PORT: String(port),
    PARLEY_FAILED_AUTH_LIMIT: '5',
  });
  for (let turn = 0; turn < 8; turn += 1) await ask(`${url}/healthz`);
  for (const name of ['1', '2']) await expect.poll(command.output).toContain(`"process":"${name}"`);
  expect(childrenOf(command)).toHaveLength(2);
  // Each process serves its metrics on a port of its own.
  for (const one of [port, port + 1]) {
    const answer = await fetch(`http://127.0.0.1:${one}/metrics`);
    expect(await answer.text()).toContain('parley_channels');
  }
  const statuses: number[] = [];
  for (let turn = 0; turn < 12; turn += 1)
    statuses.push((await ask(`${url}/api/v1/contacts`)).status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(5);
  expect(statuses.filter((status) => status === 429)).toHaveLength(7);

  const messages = `${url}/api/v1/messages`;
  for (const pid of childrenOf(command)) {
    process.kill(pid, 'SIGKILL');
    const others = () => childrenOf(command).filter((one) => one !== pid);
    await expect.poll(others).toHaveLength(2);
    const text = { channelId, to: '+5511998765432', type: 'text', text: 'Hi' };
    const sent = await ask(messages, { key, body: text });
    expect(sent.status).toBe(202);
    const read = () => ask(`${messages}/${sent.body['id']}`, { key });
    await expect.poll(async () => (await read()).body['status']).toBe('read');
  }

  const children = childrenOf(command);
  expect(await command.stop()).toBe(0);
  expect(children.filter(isRunning)).toEqual([]);
  await expect(ask(`${url}/healthz`)).rejects.toThrow();
});

test('processes serve until the primary one gets a hang-up, and a killed one keeps no connection open', async () => {
  const { url, command } = await serve(await migratedPlace('Postgres'));
  const children = childrenOf(command);
  // Their terminal closes.
  for (const pid of children) process.kill(pid, 'SIGHUP');
  for (let turn = 0; turn < 4; turn += 1) await ask(`${url}/healthz`);
  expect(childrenOf(command)).toEqual(children);

  const { hostname, port } = new URL(url);
  const [frozen = 0] = children;
  process.kill(frozen, 'SIGSTOP');
  const connections = Array.from({ length: 4 }, () => connect(Number(port), hostname));
  const waiting = new Set(connections);
  for (const connection of connections) {
    connection.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    connection.on('data', () => waiting.delete(connection));
    connection.once('error', () => {});
    connection.once('close', () => waiting.delete(connection));
  }
  await expect.poll(() => waiting.size).toBe(1);
  process.kill(frozen, 'SIGKILL');
  // Its client need not wait.
  await expect.poll(() => waiting.size).toBe(0);

  process.kill(command.pid, 'SIGHUP');
  expect(await command.ended).toBe(0);
  expect(children.filter(isRunning)).toEqual([]);
});

test('exits when no process is left and a new one cannot start', async () => {
  const place = await migratedPlace('Postgres');
  const { url, command } = await serve(place);
  await openAt(place).writer('schema_migrations').insert({ name: '9999-future', applied_at: '' });
  const [first = 0, second = 0] = childrenOf(command);
  process.kill(first, 'SIGKILL');
  // Until the primary process has noticed it, it may give a connection to the killed process.
  const others = () => childrenOf(command).filter((pid) => pid !== first);
  await expect.poll(others).toHaveLength(2);
  // The other process serves on.
  expect((await ask(`${url}/healthz`)).status).toBe(200);
  process.kill(second, 'SIGKILL');
  await expect.poll(() => [command.pid, ...childrenOf(command)].filter(isRunning)).toEqual([]);
  expect(await command.ended).toBe(1);
});

test('exits when the port is in use, and leaves no process behind', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void taken.close());
  await new Promise((resolve) => taken.once('listening', resolve));
  const { port } = taken.address() as { port: number };
  const place = await migratedPlace('Postgres');
  const env = { ...environment(place), PARLEY_PROCESSES: '2', PARLEY_PORT: String(port) };
  const started = run(process.execPath, [await bundledCommand(), 'serve'], { env });
  await expect(started).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^(Port \d+ of 127\.0\.0\.1 is in use: set PARLEY_PORT to another port, or to 0 for any free port\.\n)+Process \d did not start; its message says why\.\n$/,
    ),
  });
});

test('a host that no machine has is named with its setting, without a stack trace', async () => {
  const place = await migratedPlace('Postgres');
  const env = { ...environment(place), PARLEY_PROCESSES: '2', PARLEY_HOST: '192.0.2.1' };
  const started = run(process.execPath, [await bundledCommand(), 'serve'], { env });
  await expect(started).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^(The server cannot listen on port \d+ of 192\.0\.2\.1: check PARLEY_HOST and PARLEY_PORT \(.+\)\.\n)+Process \d did not start; its message says why\.\n$/,
    ),
  });
});

test('processes without workers announce new work to parley worker, once, and none outlives the primary one', async () => {
  const place = await migratedPlace('Postgres');
  const { key, channelId } = await createTenantIn(place);
  const { url, command } = await serve(place, { PARLEY_WORKER: 'off' });
  const announced: string[] = [];
  const wake = (topics: readonly string[]) => void announced.push(topics.join(' '));
  const stop = listenForWork(String(place.databaseUrl), { wake, topics: ['all'], log });
  onTestFinished(stop);
  await expect.poll(() => announced).toEqual(['all']);
  const text = { channelId, to: '5511998765432', type: 'text', text: 'Hi' };
  // The processes take turns.
  for (let turn = 1; turn <= 2; turn += 1) {
    expect((await ask(`${url}/api/v1/messages`, { key, body: text })).status).toBe(202);
    await expect.poll(() => announced).toHaveLength(1 + turn);
    await sleep(restMs);
  }
  expect(announced).toEqual(['all', 'jobs', 'jobs']);

  const children = childrenOf(command);
  await command.kill();
  await expect.poll(() => children.filter(isRunning)).toEqual([]);
});

interface Served {
  command: RunningCommand;
  url: string;
}

async function serve(place: Place, env: Record<string, string> = {}): Promise<Served> {
  const command = await startCommand(place, ['serve'], {
    ready: /listening on .*\n/,
    env: { PARLEY_PROCESSES: '2', PARLEY_SANDBOX_DELAY_MS: '0', ...env },
  });
  return { command, url: /listening on (\S+)/.exec(command.output())?.[1] ?? '' };
}

/** Sends a request on a new connection, so that each request reaches the next process. */
async function ask(url: string, { key, body }: { key?: string; body?: object } = {}) {
  return await new Promise<{ status: number; body: Record<string, unknown> }>((resolve, reject) => {
    const outgoing = request(url, {
      agent: false,
      method: body ? 'POST' : 'GET',
      headers: {
        'content-type': 'application/json',
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
      },
    });
    outgoing.on('response', (incoming) => {
      const answered = json(incoming) as Promise<Record<string, unknown>>;
      answered.then((body) => resolve({ status: incoming.statusCode ?? 0, body }), reject);
    });
    outgoing.on('error', reject);
    outgoing.end(body && JSON.stringify(body));
  });
}

function childrenOf({ pid }: RunningCommand): number[] {
  return processes().flatMap(({ id, parent }) => (parent === pid ? [id] : []));
}

function isRunning(pid: number): boolean {
  return processes().some(({ id }) => id === pid);
}

/** Returns the running processes, without zombies: processes that have ended but whose parent has not noticed yet. */
function processes() {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' });
  return lines.split('\n').flatMap((line) => {
    const [id, parent, state = ''] = line.trim().split(/\s+/);
    return state.startsWith('Z') ? [] : [{ id: Number(id), parent: Number(parent) }];
  });
}

async function createTenantIn(place: Place): Promise<{ key: string; channelId: string }> {
  const deps = createDeps(readConfig(environment(place)).config);
  const ctx = contextOf(deps, deps.newId('ten'));
  await createTenant(ctx, { name: 'Acme' });
  const createdBy = { type: 'cli', id: null } as const;
  const { secret } = await createApiKey(ctx, { name: 'test', createdBy });
  const channel = await channels.create(ctx, {
    name: 'Shop',
    type: 'whatsapp',
    provider: 'sandbox',
  });
  await deps.database.close();
  return { key: secret, channelId: channel.id };
}

/** Returns the first of two adjacent free ports, below the range from which the operating system chooses ports. */
async function twoFreePorts(): Promise<number> {
  for (let port = 20_000 + Math.floor(Math.random() * 10_000); ; port += 2) {
    const isFree = await Promise.all([port, port + 1].map(canListen));
    if (isFree.every(Boolean)) return port;
  }
}

async function canListen(port: number): Promise<boolean> {
  return await new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
