import { hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { existsSync, linkSync, readFileSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, ConfigError } from './config.ts';
import { sqliteFile } from './db/database.ts';
import { makeFolderSync } from './make-folder.ts';
import { createSealer, type Sealer, type SealingKey } from './sealing.ts';
import { newSecret } from './settings.ts';

export interface Secrets extends Sealer {
  /** The keys that sign cursors. The first one signs; all of them verify. */
  readonly cursors: readonly Uint8Array[];
  /** The keys that sign links to files. The first one signs; all of them verify. */
  readonly links: readonly Uint8Array[];
}

export const secretFile = 'secret-key';

/** Derives the keys of all purposes from the one configured secret. */
export function readSecrets(config: Config): Secrets {
  const current = config.secretKey ?? secretOfDataDir(config.dataDir);
  const previous = config.previousSecretKey ? [config.previousSecretKey] : [];
  return {
    cursors: [current, ...previous].map((secret) => derive(secret, 'cursor')),
    links: [current, ...previous].map((secret) => derive(secret, 'link')),
    ...createSealer([sealingKey(current), ...previous.map(sealingKey)]),
  };
}

/** Returns whether the settings or the data folder have a secret. Without one, the first start creates it. */
export function hasSecret({ secretKey, dataDir }: Config): boolean {
  return secretKey !== undefined || existsSync(join(dataDir, secretFile));
}

/** Returns the message about a database whose secret is missing. */
export function missingSecret(dataDir: string): string {
  return `${join(dataDir, secretFile)} is missing: restore it from the backup of the database, or set PARLEY_SECRET_KEY to its key. If it is lost, set a new key.`;
}

/**
 * Returns the secret of the data folder, and creates it at the first start. Processes that start at the same time
 * all use the one that was written first. Throws a ConfigError when the folder has a database, but no secret.
 */
function secretOfDataDir(dataDir: string): Uint8Array {
  makeFolderSync(dataDir);
  const path = join(dataDir, secretFile);
  // Asked before the file: a process that starts at the same time writes the file before it creates the database.
  const hasDatabase = existsSync(sqliteFile(dataDir));
  if (!existsSync(path)) {
    if (hasDatabase) throw new ConfigError(missingSecret(dataDir));
    publish(path, `${randomBytes(32).toString('base64')}\n`);
  }
  // Docker creates a folder in place of a file that it cannot find.
  const text = statSync(path).isDirectory() ? '' : readFileSync(path, 'utf8');
  const secret = new Uint8Array(Buffer.from(text.trim(), 'base64'));
  if (secret.length !== 32) {
    throw new ConfigError(`${path} does not hold 32 bytes in base64: restore it from a backup.`);
  }
  const { error } = newSecret.safeParse(text.trim());
  if (error) throw new ConfigError(`${path} ${error.issues[0]?.message}.`);
  return secret;
}

/** Writes the file atomically: readers see the whole file or none, also when the process is killed. */
function publish(path: string, text: string): void {
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, text, { mode: 0o600, flag: 'wx', flush: true });
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(draft);
  }
}

function sealingKey(secret: Uint8Array): SealingKey {
  const id = Buffer.from(derive(secret, 'sealing id')).toString('hex', 0, 4);
  return { id, bytes: derive(secret, 'sealing') };
}

function derive(secret: Uint8Array, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, 'parley', purpose, 32));
}
