import { beforeAll, expect, test } from 'vitest';
import { createScene, createTestWorker, startQuiet } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';

const server = serverOfTests(() => startQuiet('Postgres'));
beforeAll(async () => {
  // Postgres does not sync in tests. So each transaction stores here whether its commit would wait for the disk.
  await server.deps.database.writer.raw(`
    create table commits (written text, waits text);
    create function note_commit() returns trigger language plpgsql as $$
      begin
        insert into commits values (tg_argv[0], current_setting('synchronous_commit'));
        return null;
      end $$;
    create constraint trigger claimed after update on jobs deferrable initially deferred
      for each row when (old.status = 'ready' and new.status = 'leased') execute function note_commit('claim');
    create constraint trigger ended after delete on jobs deferrable initially deferred
      for each row execute function note_commit('end of a job');
    create constraint trigger taken after insert or update on channel_throttles deferrable initially deferred
      for each row execute function note_commit('turn');
    create constraint trigger stepped after update on messages deferrable initially deferred
      for each row execute function note_commit('step of a message');
  `);
});

test('claims and turns do not wait for the disk, and every other commit of a worker does', async () => {
  const { database } = server.deps;
  await database.writer.raw(`do $$ begin
    execute format('alter database %I set synchronous_commit = on', current_database()); end $$`);
  // Connections keep the setting with which they were opened.
  await database.writer.raw(`
    select pg_terminate_backend(pid, 10000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`);
  const { send } = await createScene(server);
  for (let count = 0; count < 5; count += 1) await send();
  await createTestWorker(server).runUntilIdle();
  const noted: { written: string; waits: string }[] = await database
    .writer('commits')
    .distinct('written', 'waits')
    .orderBy('written');
  expect(noted.map(({ written, waits }) => `${written}: ${waits}`)).toEqual([
    'claim: off',
    'end of a job: on',
    'step of a message: on',
    'turn: off',
  ]);
});
