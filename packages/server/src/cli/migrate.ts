import { Command } from 'commander';
import { awaitDatabase } from '../db/await-database.ts';
import { migrate, migrationStatus } from '../db/migrate.ts';
import { migrations } from '../db/migrations/all.ts';
import { openDeps } from './session.ts';

export function migrateCommand(): Command {
  const command = new Command('migrate').description('Bring the database up to date');
  command
    .command('status')
    .description('List applied and pending migrations')
    .action(async () => {
      const { config, database, log } = openDeps({ createsDatabase: false });
      try {
        await awaitDatabase(config.databaseUrl, { log, waitMs: 0 });
        const { applied, pending } = await migrationStatus(database, migrations);
        for (const name of applied) console.log(`applied  ${name}`);
        for (const name of pending) console.log(`pending  ${name}`);
        if (pending.length > 0) process.exitCode = 2;
      } finally {
        await database.close();
      }
    });
  command
    .command('up')
    .description('Apply pending migrations; `serve` and `worker` also do this')
    .action(async () => {
      const { config, database, log } = openDeps();
      try {
        await awaitDatabase(config.databaseUrl, { log, waitMs: 0 });
        const done = await migrate(database, config, migrations, console.error);
        console.log(
          done.length === 0
            ? 'No pending migrations.'
            : `Applied ${done.length} (${rangeOf(done)}).`,
        );
      } finally {
        await database.close();
      }
    });
  return command;
}

/** Returns the names of the first and the last of some migrations. */
export function rangeOf(names: readonly string[]): string {
  return names.length === 1 ? String(names[0]) : `${names[0]} to ${names.at(-1)}`;
}
