// The meaning of a failed query, by the error codes of each database.

const connectionCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ECONNABORTED',
  // Too many open files: a new connection needs one.
  'EMFILE',
  'ENFILE',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  // The server became a replica, or another one is the primary now. A new connection reaches the primary.
  '25006',
  // The server ended the transaction because it was idle for too long, for example while the process was stopped.
  '25P03',
  // The server ended a transaction that took longer than `transaction_timeout`.
  '25P04',
  '53300',
  '57P01',
  '57P02',
  '57P03',
  '57P05',
]);

/** Thrown when a call waited too long for its batch. The call had no effect. */
export class QueueTimeoutError extends Error {
  override readonly name = 'QueueTimeoutError';
}

/**
 * Thrown when this process cannot open a connection, whatever the reason. For example, the certificate of Postgres has
 * expired.
 */
export class ConnectError extends Error {
  override readonly name = 'ConnectError';

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/**
 * Thrown in a transaction when another transaction has changed a row since it was read. The transaction runs again and
 * reads the new row.
 */
export class RunAgainError extends Error {
  override readonly name = 'RunAgainError';
}

/**
 * Thrown when the connection was lost during a commit, so that it is unknown whether the transaction was committed. Do
 * not repeat the transaction.
 */
export class UnknownOutcome extends Error {
  override readonly name = 'UnknownOutcome';

  constructor(cause: unknown) {
    super('the outcome of a transaction is unknown', { cause });
  }
}

/** Returns whether the database cannot answer at the moment, so that a retry may succeed. */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  if (code.startsWith('SQLITE_BUSY') || isLockTimeout(error) || canRunAgain(error)) return true;
  if (error instanceof RunAgainError || storageFailure(error)) return true;
  if (error instanceof UnknownOutcome) return isUnavailable(error.cause);
  return statementTimeout === code || outOfMemory === code || isConnectionLost(error);
}

const statementTimeout = '57014';
const outOfMemory = '53200';

const storageCodes = new Set([
  'SQLITE_FULL',
  'SQLITE_READONLY',
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  'EIO',
  // A network folder whose server was replaced.
  'ESTALE',
  '53100',
  '58030',
]);

/** Errors of the file system if they name a path. Without one, they can be those of a connection. */
const pathCodes = new Set(['EACCES', 'EPERM', 'ENOTDIR']);

/** How long damaged data and missing rights may cause no error until they count as repaired, in milliseconds. */
export const repairedMs = 60_000;

const damageCodes = new Set(['SQLITE_CORRUPT', 'SQLITE_NOTADB', 'XX001', 'XX002']);

/** Postgres refuses the role: it may not connect or use a table, or its password or the database has changed. */
const refusalCodes = new Set(['28000', '28P01', '3D000', '42501']);

/**
 * Returns the fault that an operator must repair: `disk` = the disk is full or not writable, `damage` = a part of the
 * database cannot be read, `refusal` = Postgres refuses the role. Undefined for all other errors.
 */
export function storageFailure(error: unknown): 'disk' | 'damage' | 'refusal' | undefined {
  const code = codeOf(error);
  if (refusalCodes.has(code)) return 'refusal';
  if (storageCodes.has(code) || /^SQLITE_(?:IOERR|READONLY_)/.test(code)) return 'disk';
  const { path, syscall } = Object(error) as NodeJS.ErrnoException;
  // A folder that cannot be created is a wrong setting or a missing mount, whatever the code.
  if (path !== undefined && (pathCodes.has(code) || syscall === 'mkdir')) return 'disk';
  return damageCodes.has(code) || code.startsWith('SQLITE_CORRUPT_') ? 'damage' : undefined;
}

/** Returns whether a connection failed because a file that its URL names cannot be read, such as certificates. */
export function namesFile(error: unknown): boolean {
  return (Object(error) as NodeJS.ErrnoException).path !== undefined;
}

/** Returns whether the connection is lost, so that its next queries fail, too. */
export function isConnectionLost(error: unknown): boolean {
  if (connectionCodes.has(codeOf(error)) || isMissingSocket(error)) return true;
  return (
    error instanceof Error &&
    (error.name === 'KnexTimeoutError' ||
      error instanceof QueueTimeoutError ||
      error instanceof ConnectError ||
      /Connection terminated|timeout expired|Client has encountered a connection error/.test(
        error.message,
      ))
  );
}

/** Returns whether a connection failed because Postgres does not run: its socket exists only while it does. */
function isMissingSocket(error: unknown): boolean {
  return codeOf(error) === 'ENOENT' && (error as NodeJS.ErrnoException).syscall === 'connect';
}

/** Why the queries failed that found no connection or lost it, by their errors. */
const outages = new WeakMap<object, string>();

/** Notes the error of a query for `outageOf`. Other connections, such as that to a mail server, fail with equal errors. */
export function noteOutage(error: unknown): void {
  const cause = error instanceof UnknownOutcome ? error.cause : error;
  if (!isConnectionLost(cause)) return;
  // An error about several addresses has no message.
  const reason = (cause as Error).message || codeOf(cause);
  outages.set(error as Error, cause === error ? reason : `${(error as Error).message}: ${reason}`);
}

/** Returns whether Postgres refused a write because the server is a replica or all its transactions are read-only. */
export function isReadOnly(error: unknown): boolean {
  return codeOf(error instanceof UnknownOutcome ? error.cause : error) === '25006';
}

/** Returns why the database was unavailable to the query with this error; undefined for all other errors. */
export function outageOf(error: unknown): string | undefined {
  return outages.get(Object(error));
}

/**
 * Returns whether the server closed the connection before it got the query, or instead of running it. So the transaction
 * of the query was not committed, and can run again. The server does so when the process stood still in a transaction.
 */
export function isClosedBefore(error: unknown): boolean {
  if (codeOf(error) === '25P03') return true;
  return error instanceof Error && /connection error and is not queryable/.test(error.message);
}

/**
 * Throws the error of a COMMIT, or of a statement that commits by itself. If the connection was lost, throws
 * UnknownOutcome instead, because it may have been committed. A read-only Postgres has certainly not committed it.
 */
export function unknownIfLost(error: unknown): never {
  const isKnown = isClosedBefore(error) || isReadOnly(error);
  throw isConnectionLost(error) && !isKnown ? new UnknownOutcome(error) : error;
}

export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === '55P03';
}

/**
 * Returns whether a query waited too long to write a unique value of the table, because another transaction that still
 * runs has written it. Postgres names the table, or the index, in the context of the error, whatever its language.
 */
export function waitedForUniqueOf({ name }: { readonly name: string }, error: unknown): boolean {
  const { where } = Object(error) as { where?: unknown };
  return isLockTimeout(error) && typeof where === 'string' && where.includes(name);
}

export function isDeadlock(error: unknown): boolean {
  const code = codeOf(error);
  return code === '40P01' || code === '40001';
}

/**
 * Returns whether Postgres refused a prepared statement because a migration of a newer process has added a column to its
 * rows. The next attempt prepares the statement again: see query-batch.ts.
 */
export function isStalePlan(error: unknown): boolean {
  // Other errors have the same code, and the message depends on the language of the server.
  const { routine } = (error ?? {}) as { routine?: unknown };
  return codeOf(error) === '0A000' && routine === 'RevalidateCachedQuery';
}

/** Returns whether Postgres rolled back a transaction that may succeed when it runs again at once. */
export function canRunAgain(error: unknown): boolean {
  return isDeadlock(error) || isStalePlan(error);
}

/** Returns whether a query has divided by zero. Queries on Postgres do so to fail on purpose. */
export function isDivisionByZero(error: unknown): boolean {
  return codeOf(error) === '22012';
}

export function isUniqueViolation(error: unknown): boolean {
  const code = codeOf(error);
  return (
    code === '23505' ||
    code === 'SQLITE_CONSTRAINT_UNIQUE' ||
    code === 'SQLITE_CONSTRAINT_PRIMARYKEY'
  );
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null | undefined)?.code;
  return typeof code === 'string' ? code : '';
}
