import { expect, onTestFinished, test } from 'vitest';
import { faultyLink } from '../../test/faulty-link.ts';
import { holdPolls } from '../../test/hold-polls.ts';
import { closedPort } from '../../test/receivers.ts';
import { createScene, type Scene, startQuiet } from '../../test/scene.ts';
import { listenForWork } from '../db/listen-for-work.ts';
import { connectAlone, endAlone } from '../db/postgres.ts';
import { createDeps } from '../deps.ts';
import { startWorkers } from './start-workers.ts';

/** Starts a server without workers. Returns it with a function that starts the workers of another process. */
async function startTwo() {
  const server = await startQuiet('Postgres');
  onTestFinished(() => server.close());
  const { config, log } = server.deps;
  const deps = createDeps(config, { log });
  onTestFinished(() => deps.database.close());
  const url = String(config.databaseUrl);
  const start = (listeningAt = url) => {
    const workers = startWorkers({ ...deps, config: { ...config, databaseUrl: listeningAt } });
    onTestFinished(() => workers.stop(1_000));
  };
  return { server, scene: await createScene(server), url, start };
}

/** Sends a message. Resolves when the workers have sent it and its recipient has read it. */
async function sendUntilRead(scene: Scene): Promise<void> {
  const { id } = await scene.send();
  await expect.poll(async () => (await scene.message(id)).status).toBe('read');
}

const listeners = `from pg_stat_activity
  where datname = current_database() and query = 'listen parley_work'`;

async function query(url: string, sql: string) {
  const client = await connectAlone(url);
  try {
    return (await client.query(sql)).rows;
  } finally {
    await endAlone(client);
  }
}

async function listening(url: string): Promise<void> {
  await expect.poll(() => query(url, `select 1 ${listeners}`)).toHaveLength(1);
}

test('the workers of another process on Postgres start new work at once', async () => {
  const { scene, url, start } = await startTwo();
  const workersRest = holdPolls();
  start();
  await listening(url);
  for (let round = 0; round < 3; round += 1) {
    await workersRest();
    await sendUntilRead(scene);
  }
});

test('workers that lost the connection for announcements look for the missed work on another one', async () => {
  const { scene, url, start } = await startTwo();
  const workersRest = holdPolls();
  start();
  await listening(url);
  await workersRest();
  await query(url, `select pg_terminate_backend(pid) ${listeners}`);
  await sendUntilRead(scene);
  await listening(url);
  await workersRest();
  await sendUntilRead(scene);
});

test('workers that cannot listen for announcements look for work regularly', async () => {
  const { scene, start } = await startTwo();
  start((await closedPort()).replace('http', 'postgres'));
  await sendUntilRead(scene);
});

test('a silent connection for announcements is replaced', async () => {
  const { url, server } = await startTwo();
  const { log, system } = server.deps;
  const link = await faultyLink(url);
  const woken: string[] = [];
  const wake = (topics: readonly string[]) => void woken.push(topics.join(' '));
  const limits = { checkMs: 100, answerTimeoutMs: 1_000 };
  onTestFinished(listenForWork(link.url, { wake, topics: ['all'], log, ...limits }));
  await expect.poll(() => woken).toEqual(['all']);
  await system.announce(['jobs', 'deliveries']);
  await expect.poll(() => woken).toEqual(['all', 'jobs deliveries']);
  link.setFaultAt('select 1', 'blackhole');
  await expect.poll(link.fault).toBe('blackhole');
  link.setFault('none');
  await expect.poll(() => woken, { timeout: 10_000 }).toEqual(['all', 'jobs deliveries', 'all']);
});
