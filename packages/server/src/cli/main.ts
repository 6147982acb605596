import { ServiceError } from '@parley/contract/schemas';
import { Command } from 'commander';
import { ConfigError, readConfig } from '../config.ts';
import { NoDatabaseError } from '../db/await-database.ts';
import { NewerDatabaseError } from '../db/migrate.ts';
import { AlreadyServedError } from '../db/serving-lock.ts';
import { channelsCommand } from './channels.ts';
import { doctorCommand } from './doctor.ts';
import { inboundCommand } from './inbound.ts';
import { keysCommand } from './keys.ts';
import { migrateCommand } from './migrate.ts';
import { secretsCommand } from './secrets.ts';
import { serveCommand } from './serve.ts';
import { CommandError } from './session.ts';
import { storageAdvice } from './storage-advice.ts';
import { tenantsCommand } from './tenants.ts';
import { usersCommand } from './users.ts';
import { workerCommand } from './worker.ts';

const program = new Command('parley')
  .description('Multi-channel customer messaging and CRM')
  .addCommand(serveCommand())
  .addCommand(workerCommand())
  .addCommand(migrateCommand())
  .addCommand(tenantsCommand())
  .addCommand(keysCommand())
  .addCommand(usersCommand())
  .addCommand(inboundCommand())
  .addCommand(channelsCommand())
  .addCommand(secretsCommand())
  .addCommand(doctorCommand());

try {
  await program.parseAsync();
} catch (error) {
  // An error that the operator can fix is printed in one line; any other error is a bug and prints its stack.
  console.error(isForOperator(error) ? error.message : (adviceOn(error) ?? error));
  process.exitCode = 1;
  // The channel to the process that has started it would keep this one.
  process.channel?.unref();
}

function adviceOn(error: unknown): string | undefined {
  return storageAdvice(error, readConfig(process.env).config);
}

function isForOperator(error: unknown): error is Error {
  const kinds = [
    ConfigError,
    NoDatabaseError,
    NewerDatabaseError,
    AlreadyServedError,
    CommandError,
    ServiceError,
  ];
  return kinds.some((kind) => error instanceof kind);
}
