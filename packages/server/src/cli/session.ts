import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { toIssues, type ValidationIssue } from '@parley/contract/schemas';
import type * as z from 'zod';
import { type Config, readConfig } from '../config.ts';
import { awaitDatabase } from '../db/await-database.ts';
import { sqliteFile } from '../db/database.ts';
import { requireFileOfLog } from '../db/own-file.ts';
import { answerLimits } from '../db/postgres.ts';
import { createDeps, createLog, type Deps } from '../deps.ts';
import { prepareDatabase } from '../prepare-database.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { listTenants, type TenantSummary } from '../tenants/statements/list-tenants.ts';
import { contextOf } from './context.ts';

/** An error that the command shows to the operator without its stack. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** Returns the arguments of a command as the API reads them. Throws a CommandError that names each wrong one. */
export function readInput<Schema extends z.ZodType>(
  schema: Schema,
  given: object,
): z.output<Schema> {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  throw new CommandError(textOf(toIssues(result.error, 'query', given)));
}

/** Returns the issues as text. If a file is given, its name comes first. */
export function textOf(issues: readonly ValidationIssue[], file?: string): string {
  return issues
    .map(({ path, message }) => `${path === 'file' ? file : path} ${message}.`)
    .join('\n');
}

/** Returns an error of a file or folder as the user of the command sees it, and any other error as it is. */
export function errorOfFile(error: unknown, file: string): unknown {
  // Errors of connections have no path.
  const { path, message } = error as NodeJS.ErrnoException;
  return path === undefined ? error : new CommandError(`${file}: ${message}`);
}

interface Opening {
  /** The name of one of several processes in its log. */
  name?: string | undefined;
  /** The limit for an answer of Postgres, in milliseconds. Default: that of processes that serve requests. */
  answerTimeoutMs?: number;
  /** Whether the process may create the database of SQLite. Default: true. */
  createsDatabase?: boolean;
}

/** Creates the resources of the process from the environment. Without a name, warns about unknown settings. */
export function openDeps({ name, answerTimeoutMs, createsDatabase = true }: Opening = {}): Deps {
  if (name !== undefined) {
    const { config } = readConfig(process.env);
    const log = createLog(config.logLevel).child({ process: name });
    return createDeps(config, { log, answerTimeoutMs });
  }
  return createDeps(readSettings(createsDatabase), { answerTimeoutMs });
}

/** Reads the settings from the environment, and prints the warnings. Throws if the process needs a database and has none. */
function readSettings(createsDatabase: boolean): Config {
  const { config, warnings } = readConfig(process.env);
  for (const warning of warnings) console.error(`Warning: ${warning}.`);
  if (!createsDatabase) requireDatabase(config);
  return config;
}

/** Runs the start of a process. If it fails, closes the database, which would keep the process running. */
export async function closingOnFailure(deps: Deps, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    await deps.database.close();
    throw error;
  }
}

/**
 * Throws if the data folder has no database. A command in a wrong folder would create an empty one, and show nothing. On
 * Postgres, the settings name the database.
 */
function requireDatabase({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl || statSync(sqliteFile(dataDir), { throwIfNoEntry: false })) return;
  requireFileOfLog(sqliteFile(dataDir));
  throw new CommandError(
    `There is no database in ${resolve(dataDir)}: set PARLEY_DATA_DIR to the data folder of the server, or PARLEY_DATABASE_URL to its Postgres. The first start of a server creates the database.`,
  );
}

/**
 * Runs the work of a short command on the migrated database, and closes the database afterwards. The command creates no
 * database of SQLite unless `createsDatabase` is true.
 */
export async function withDeps<T>(
  work: (deps: Deps) => Promise<T>,
  { createsDatabase = false } = {},
): Promise<T> {
  const config = readSettings(createsDatabase);
  const quiet = createLog(config.logLevel === 'info' ? 'warn' : config.logLevel);
  const answerTimeoutMs = answerLimits.unattended;
  const deps = createDeps(config, { log: quiet, answerTimeoutMs });
  try {
    await awaitDatabase(config.databaseUrl, { log: quiet, waitMs: 0 });
    // Nobody would notice that a command had another secret key than the server.
    const storesKeys = config.databaseUrl === undefined;
    await prepareDatabase(deps, console.error, { storesKeys });
    return await work(deps);
  } finally {
    await Promise.all(Object.values(deps.adapters).map((adapter) => adapter.close()));
    await deps.database.close();
  }
}

/**
 * Returns the context of the tenant with this ID or name. Without an ID or name, returns the context of the only
 * tenant.
 */
export async function tenantContext(
  deps: Deps,
  wanted: string | undefined,
): Promise<TenantContext> {
  const tenants = await deps.system.run(listTenants, null);
  const found = wanted
    ? tenants.filter((tenant) => tenant.id === wanted || tenant.name === wanted)
    : tenants;
  const [tenant] = found;
  if (!tenant) {
    throw new CommandError(
      wanted
        ? `There is no tenant ${wanted}.`
        : 'There is no tenant yet. Create one: npx parley tenants create <name>',
    );
  }
  if (found.length > 1) {
    const message = wanted
      ? `Several tenants are named ${wanted}. Give the ID of one of them:`
      : 'There are several tenants. Select one with --tenant:';
    throw new CommandError(`${message}\n${found.map(lineOf).join('\n')}`);
  }
  return contextOf(deps, tenant.id);
}

export function lineOf({
  id,
  name,
  status,
}: Pick<TenantSummary, 'id' | 'name' | 'status'>): string {
  return `${id}  ${name}${status === 'active' ? '' : `  (${status})`}`;
}
