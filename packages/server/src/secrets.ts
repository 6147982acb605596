import { hkdfSync, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, ConfigError } from './config.ts';

export interface Secrets {
  /** The first signs, all of them verify. */
  readonly cursors: readonly Uint8Array[];
}

const secretFile = 'secret-key';

/** One secret is given; each purpose has its own, derived from it. */
export function readSecrets(config: Config): Secrets {
  const current = config.secretKey ?? secretOfDataDir(config.dataDir);
  const secrets = config.previousSecretKey ? [current, config.previousSecretKey] : [current];
  return { cursors: secrets.map((secret) => derive(secret, 'cursor')) };
}

/** Made at the first start; whoever starts at the same time takes the one that was written first. */
function secretOfDataDir(dataDir: string): Uint8Array {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, secretFile);
  try {
    writeFileSync(path, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error;
  }
  const secret = new Uint8Array(Buffer.from(readFileSync(path, 'utf8').trim(), 'base64'));
  if (secret.length !== 32) {
    throw new ConfigError(`${path} does not hold 32 bytes in base64: restore it from a backup.`);
  }
  return secret;
}

function derive(secret: Uint8Array, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, 'parley', purpose, 32));
}
