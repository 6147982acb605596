import { createRequire } from 'node:module';
import { ServiceError, wordsOfName } from '@parley/contract/schemas';
import { hasCode } from '@parley/domain';
import { Command } from 'commander';
import { ConfigError, readConfig } from '../config.ts';
import { NoDatabaseError } from '../db/await-database.ts';
import { EncodingError, NewerDatabaseError } from '../db/migrate.ts';
import { AlreadyServedError } from '../db/serving-lock.ts';
import { MetricsPortError } from '../metrics/serve.ts';
import { NativeModuleError } from '../native-modules.ts';
import { SealError } from '../sealing.ts';
import { backupCommand } from './backup.ts';
import { channelsCommand } from './channels.ts';
import { contactsCommand } from './contacts.ts';
import { doctorCommand } from './doctor.ts';
import { inboundCommand } from './inbound.ts';
import { jobsCommand } from './jobs.ts';
import { keysCommand } from './keys.ts';
import { migrateCommand } from './migrate.ts';
import { secretsCommand } from './secrets.ts';
import { serveCommand } from './serve.ts';
import { CommandError } from './session.ts';
import { adviceOn } from './storage-advice.ts';
import { tenantsCommand } from './tenants.ts';
import { usersCommand } from './users.ts';
import { workerCommand } from './worker.ts';

/**
 * Runs the command with these arguments. Prints an error that the operator can fix in one line. Any other error is a
 * bug: prints its stack. Sets the exit code of the process.
 */
export async function runParley(words: readonly string[]): Promise<void> {
  try {
    await parleyCommand().parseAsync(words, { from: 'user' });
  } catch (error) {
    console.error(isForOperator(error) ? messageOf(error) : (adviceNow(error) ?? error));
    process.exitCode = 1;
  }
}

function parleyCommand(): Command {
  const { version } = createRequire(import.meta.url)('@parley/server/package.json');
  return new Command('parley')
    .description('Multi-channel customer messaging and CRM')
    .version(version)
    .addCommand(serveCommand())
    .addCommand(workerCommand())
    .addCommand(migrateCommand())
    .addCommand(tenantsCommand())
    .addCommand(keysCommand())
    .addCommand(usersCommand())
    .addCommand(inboundCommand())
    .addCommand(jobsCommand())
    .addCommand(contactsCommand())
    .addCommand(channelsCommand())
    .addCommand(secretsCommand())
    .addCommand(backupCommand())
    .addCommand(doctorCommand());
}

/** Returns the message of an error. That of an unknown ID names the API key of a request, which a command does not have. */
function messageOf(error: Error): string {
  if (!hasCode(error, 'SVC-NOT-FOUND')) return error.message;
  return `The tenant has no ${wordsOfName(String(error.details['resource']))} with this ID.`;
}

function adviceNow(error: unknown): string | undefined {
  return adviceOn(error, readConfig(process.env).config);
}

function isForOperator(error: unknown): error is Error {
  const kinds = [
    ConfigError,
    NoDatabaseError,
    NewerDatabaseError,
    EncodingError,
    AlreadyServedError,
    MetricsPortError,
    NativeModuleError,
    CommandError,
    SealError,
    ServiceError,
  ];
  return kinds.some((kind) => error instanceof kind);
}
