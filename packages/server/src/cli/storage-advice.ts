import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Config } from '../config.ts';
import { forFreeConnections } from '../db/await-database.ts';
import { isConnectionLost, storageFailure, UnknownOutcome } from '../db/failures.ts';

/** The advice about errors of Postgres, by their codes. */
const adviceOfPostgres: ReadonlyMap<string, string> = new Map([
  [
    '25006',
    'The database server is read-only: set PARLEY_DATABASE_URL to the primary server, or allow writes',
  ],
  [
    '42501',
    'The role of PARLEY_DATABASE_URL has too few rights: let it own the database and its tables',
  ],
  ['53300', `Postgres has no free connection: close other ones, ${forFreeConnections}`],
  ['53100', 'The disk of the database server is full: free space'],
  [
    '55P03',
    'Another session locks a table, such as a backup or another transaction: wait until it ends',
  ],
  [
    '57014',
    'The database ended a statement that took too long: wait until it is less busy, or until other transactions end',
  ],
  ['58030', 'The database server cannot read or write its files: check its disk'],
  ['XX001', 'The database is damaged: restore it from a backup'],
  ['XX002', 'An index of the database is damaged: rebuild it with REINDEX'],
]);

/** Returns what an operator can do about an error of the data folder or the database; undefined for other errors. */
export function adviceOn(error: unknown, config: Config): string | undefined {
  return storageAdvice(error, config) ?? lossAdvice(error, config);
}

/** Returns what an operator can do about a data folder or a disk that the server cannot use; undefined for other errors. */
export function storageAdvice(
  error: unknown,
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>,
): string | undefined {
  const { code = '', path = '' } = error as { code?: string; path?: string };
  const ofPostgres = adviceOfPostgres.get(code);
  if (ofPostgres) return `${ofPostgres} (${code}), then try again.`;
  const isOfFolder = path !== '' && resolve(path).startsWith(resolve(dataDir));
  if (databaseUrl || !(isOfFolder || code.startsWith('SQLITE_'))) return undefined;
  if (code === 'SQLITE_READONLY_DBMOVED') return `${(error as Error).message}.`;
  if (code === 'EEXIST' || code === 'ENOTDIR') {
    return `${dataDir} is not a folder: set PARLEY_DATA_DIR to a folder, or move the file away.`;
  }
  if (
    /^(?:EACCES|EPERM|EROFS|ENOENT|SQLITE_READONLY\w*|SQLITE_CANTOPEN\w*|SQLITE_PERM)$/.test(code)
  ) {
    if (isOfFolder && isFile(path)) {
      return `${path} cannot be opened (${code}): let the user of the server read and write this file and the others in ${dataDir}.`;
    }
    return `${dataDir} cannot be written (${code}): let the user of the server write the folder and the files in it, or set PARLEY_DATA_DIR to another folder.`;
  }
  if (/^SQLITE_(?:NOTADB|CORRUPT\w*)$/.test(code)) {
    return `The database in ${dataDir} is damaged, or parley.db is no database of SQLite (${code}): restore it from a backup, or move it away to start with an empty one.`;
  }
  if (storageFailure(error) !== 'disk') return undefined;
  return `The disk of ${dataDir} is full or cannot be written (${code}): free space, then try again.`;
}

/** Returns whether the path is that of a file. A file that could not be created is none. */
function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile();
}

/** Returns what an operator can do when the connection to Postgres was lost; undefined for other errors. */
export function lossAdvice(error: unknown, place: Pick<Config, 'databaseUrl'>): string | undefined {
  const reason = lossOf(error, place);
  if (error instanceof UnknownOutcome) {
    return `The result is unknown (${reason}): check that the database runs, and look at what has changed before you repeat the command.`;
  }
  return (
    reason &&
    `The database does not answer (${reason}): check that it runs, then repeat the command.`
  );
}

/**
 * Returns what an operator can do when the connection to Postgres was lost after an import had begun; undefined for other
 * errors. The job of the import outlives the command.
 */
export function lossAdviceOfImport(
  error: unknown,
  { databaseUrl, isStopped }: Pick<Config, 'databaseUrl'> & { isStopped: boolean },
): string | undefined {
  const reason = lossOf(error, { databaseUrl });
  if (!reason) return undefined;
  const continues = 'continues as soon as a server or worker reaches the database';
  const next = isStopped
    ? `Perhaps the import was not canceled. Then it ${continues}.`
    : `The import ${continues}, so do not repeat the command.`;
  return `The database does not answer (${reason}): check that it runs. ${next}`;
}

/** Returns why the connection to Postgres was lost; undefined for other errors, and on SQLite, which has no connection. */
function lossOf(error: unknown, { databaseUrl }: Pick<Config, 'databaseUrl'>): string | undefined {
  if (error instanceof UnknownOutcome) return codeOrMessage(error.cause);
  const isLost = databaseUrl !== undefined && isConnectionLost(error);
  const reason = isLost ? codeOrMessage(error) : undefined;
  // Another limit than that of the database: the process has too many open files.
  return reason === 'EMFILE' || reason === 'ENFILE' ? undefined : reason;
}

function codeOrMessage(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
}
