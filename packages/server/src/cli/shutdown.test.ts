import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { environment, type RunningCommand, startCommand } from '../../test/command.ts';
import { migratedPlace, type Place, targets } from '../../test/databases.ts';
import { createApiKey } from '../api-keys/service.ts';
import { readConfig } from '../config.ts';
import { createDeps } from '../deps.ts';
import { createTenant } from '../tenants/service.ts';
import { contextOf } from './context.ts';

const clientCount = 32;
/**
 * The wait between two requests of a client, in milliseconds. It leaves time of the processor for a starting server.
 */
const thinkMs = 100;
/** How long a server of a rolling restart still accepts requests. The balancer runs beside the clients and may be late. */
const drainSeconds = '3';

test.each(targets)(
  'SIGTERM answers every request of 32 clients on %s, and then refuses connections',
  async (target) => {
    const place = await migratedPlace(target);
    const key = await createKey(place);
    for (let round = 0; round < 2; round += 1) {
      const { url, command } = await serve(place);
      const load = startLoad(key, () => url);
      await expect.poll(() => load.answered).toBeGreaterThan(3 * clientCount);
      expect(await command.stop()).toBe(0);
      await load.refused();
      expect(load.failures).toEqual([]);
    }
  },
);

test('no request fails during a rolling restart of two servers on Postgres under load, one of several processes', async () => {
  const place = await migratedPlace('Postgres');
  const key = await createKey(place);
  const start = async (processes: string): Promise<Started> => {
    const env = { PARLEY_DRAIN_SECONDS: drainSeconds, PARLEY_PROCESSES: processes };
    return { ...(await serve(place, env)), processes };
  };
  let servers: readonly Started[] = await Promise.all([start('1'), start('2')]);
  const balancer = startBalancer(() => servers.map(({ url }) => url));
  await expect.poll(() => balancer.ready.length).toBe(2);
  const load = startLoad(key, balancer.pick);
  for (const old of servers) {
    const before = load.answered;
    await expect.poll(() => load.answered - before).toBeGreaterThan(3 * clientCount);
    expect(await old.command.stop()).toBe(0);
    load.thinkMs = thinkMs;
    const next = await start(old.processes);
    servers = [...servers.filter((server) => server !== old), next];
    await expect.poll(() => balancer.ready).toContain(next.url);
    load.thinkMs = 0;
  }
  await load.end();
  expect([load.failures, load.refusals]).toEqual([[], 0]);
});

async function createKey(place: Place): Promise<string> {
  const deps = createDeps(readConfig(environment(place)).config);
  const ctx = contextOf(deps, deps.newId('ten'));
  await createTenant(ctx, { name: 'Acme' });
  const { secret } = await createApiKey(ctx, {
    name: 'load',
    createdBy: { type: 'cli', id: null },
  });
  await deps.database.close();
  return secret;
}

interface Served {
  command: RunningCommand;
  url: string;
}

interface Started extends Served {
  processes: string;
}

async function serve(place: Place, env: Record<string, string> = {}): Promise<Served> {
  const command = await startCommand(place, ['serve'], {
    ready: /listening on .*\n/,
    env: { PARLEY_RATE_LIMIT: '10000000', ...env },
  });
  return { command, url: /listening on (\S+)/.exec(command.output())?.[1] ?? '' };
}

/** Starts clients that write and read continuously. Each keeps its own connections open. */
function startLoad(key: string, pick: () => string) {
  const load = { answered: 0, refusals: 0, failures: [] as string[], thinkMs: 0 };
  let isEnding = false;
  const client = async (index: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let turn = index; !isEnding; turn += 1) {
      try {
        const status = await call(agent, `${pick()}/api/v1/contacts`, key, turn % 4 === 0);
        if (status < 300) load.answered += 1;
        else load.failures.push(`status ${status}`);
        if (load.thinkMs > 0) await sleep(load.thinkMs);
      } catch (error) {
        const code = (error as NodeJS.ErrnoException).code ?? String(error);
        if (code === 'ECONNREFUSED') load.refusals += 1;
        else load.failures.push(code);
        break;
      }
    }
    agent.destroy();
  };
  const clients = Promise.all(Array.from({ length: clientCount }, (_, index) => client(index)));
  const end = async () => {
    isEnding = true;
    await clients;
  };
  onTestFinished(end);
  return Object.assign(load, { end, refused: () => clients });
}

function call(agent: Agent, url: string, key: string, isWrite: boolean): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = request(isWrite ? url : `${url}?limit=1`, {
      agent,
      method: isWrite ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    });
    outgoing.on('response', (incoming) => {
      incoming.resume().on('end', () => resolve(incoming.statusCode ?? 0));
      incoming.on('error', reject);
    });
    outgoing.on('error', reject);
    outgoing.end(isWrite ? '{}' : undefined);
  });
}

/**
 * Starts a load balancer that sends requests to the servers that are ready. Polls `/readyz` of each server, as a load
 * balancer does.
 */
function startBalancer(urls: () => readonly string[]) {
  const balancer = { ready: [] as string[], pick: () => '' };
  let turn = 0;
  balancer.pick = () => balancer.ready[turn++ % balancer.ready.length] ?? '';
  const isReady = async (url: string) =>
    await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  let isOver = false;
  const poll = async () => {
    // One question after the other: a late answer must not replace a newer one.
    while (!isOver) {
      const asked = urls().map(async (url) => ((await isReady(url)) ? [url] : []));
      balancer.ready = (await Promise.all(asked)).flat();
      await sleep(100);
    }
  };
  const ended = poll();
  onTestFinished(() => {
    isOver = true;
    return ended;
  });
  return balancer;
}
