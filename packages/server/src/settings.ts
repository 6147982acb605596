import { availableParallelism } from 'node:os';
import { parseCidr } from '@parley/contract/public-address';
import { parseUrl } from '@parley/contract/schemas';
import * as z from 'zod';

// The kinds of values that settings have.

export const secret = z
  .string()
  .refine(
    (text) => Buffer.from(text, 'base64').length === 32,
    'must be 32 bytes in base64 (44 characters)',
  )
  .transform((text) => new Uint8Array(Buffer.from(text, 'base64')));

/** The schema of the secret key. An old secret may have equal bytes, so that it can be replaced. */
export const newSecret = secret.refine(
  (bytes) => bytes.some((byte) => byte !== bytes[0]),
  'must not be 32 equal bytes, which anybody can guess: set PARLEY_SECRET_KEY to a random key; if secrets are stored already, set PARLEY_SECRET_KEY_PREVIOUS to this one',
);

const databaseUrlError =
  'must be a URL that begins with postgres:// or postgresql:// and has one host; encode special characters of the password: %23 for #, %2F for /, %3F for ?, %40 for @';

/** The schema of PARLEY_DATABASE_URL. */
export const databaseUrl = z
  .url({ protocol: /^postgres(ql)?$/, error: databaseUrlError, abort: true })
  .refine((url) => !hasSplitPassword(url), { error: databaseUrlError, abort: true })
  .superRefine((url, context) => {
    const message = problemOfParameters(new URL(url).searchParams);
    if (message) context.addIssue({ code: 'custom', message });
  });

/** Parameters that would lead elsewhere than the rest of the URL, or that pg ignores although other clients do not. */
const refusedParameters = ['database', 'dbname', 'hostaddr', 'replication', 'service'];

function problemOfParameters(parameters: URLSearchParams): string | undefined {
  const names = [...parameters.keys()];
  const repeated = names.find((name, at) => names.indexOf(name) < at);
  if (repeated !== undefined) return `must not have the parameter ${repeated} twice`;
  const refused = refusedParameters.find((name) => parameters.has(name));
  if (refused) {
    return `must not have the parameter ${refused}: remove it, and name the database as in postgres://user:password@host:5432/database`;
  }
  if (parameters.get('host')?.includes(',')) return 'must name one host in its parameter host';
  const isSystem = parameters.get('sslrootcert') === 'system';
  if (isSystem && (parameters.get('sslmode') ?? 'verify-full') !== 'verify-full') {
    return 'must have sslmode=verify-full with sslrootcert=system, or no sslmode';
  }
  const port = parameters.get('port') || '5432';
  const isPort = /^\d{1,5}$/.test(port) && Number(port) > 0 && Number(port) < 65_536;
  return isPort ? undefined : 'must have a number from 1 to 65535 in its parameter port';
}

/**
 * Returns whether a character of the password has ended the host of a URL. In `postgres://ann:12/3@db/parley`, the host
 * would be `ann`, and the port 12.
 */
function hasSplitPassword(text: string): boolean {
  const { username, pathname = '', search = '' } = parseUrl(text) ?? {};
  if (text.includes('#') || pathname.includes('@') || /^\?[^=&]*@/.test(search)) return true;
  if (username !== '' || pathname !== '') return false;
  return search.includes('@') && !/[?&]user=/.test(search);
}

/** The schema of a folder. Files of settings do not all remove quotation marks, and only a shell replaces `~`. */
export const folder = z
  .string()
  .refine(
    (text) => text === text.trim() && !/^~(?:\/|$)|^["']|["']$/.test(text),
    'must have no quotation marks or spaces around it, and must not begin with ~',
  );

/** Returns whether a value has quotation marks around it, which some files of settings make a part of the value. */
export const isQuoted = (value: string) => /^(["']).*\1$/s.test(value);

export const wholeNumber = (least: number, most: number) => {
  const error = `must be a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, error)
    .transform(Number)
    .pipe(z.number({ error }).min(least, error).max(most, error));
};

/** The schema of `true`, `false` and similar words, in upper or lower case. */
export const onOrOff = z.stringbool({
  truthy: ['on', 'true', '1'],
  falsy: ['off', 'false', '0'],
  error: 'must be on or off, true or false, 1 or 0',
});

export const ranges = z.string().transform((text, context) => {
  const parts = text.split(',').map((part) => part.trim());
  return parts.flatMap((part) => {
    const range = parseCidr(part);
    if (range) return [range];
    context.addIssue({
      code: 'custom',
      message: `must be IP addresses or ranges such as 10.0.0.0/8, separated by commas; '${part}' is neither`,
    });
    return [];
  });
});

/** The maximum of PARLEY_PROCESSES. */
export const mostProcesses = 64;

/** The schema of the setting PARLEY_PROCESSES. */
export const processes = z
  .string()
  .refine(
    (text) => text === 'auto' || (/^[1-9]\d?$/.test(text) && Number(text) <= mostProcesses),
    `must be auto, or a whole number from 1 to ${mostProcesses}`,
  );

/**
 * Returns the number of processes. `auto` means one for each processor; on SQLite one, because one process counts the
 * quotas in memory.
 */
export function processesOf(wanted: string, { onPostgres }: { onPostgres: boolean }): number {
  if (wanted !== 'auto') return Number(wanted);
  return onPostgres ? Math.min(availableParallelism(), mostProcesses) : 1;
}
