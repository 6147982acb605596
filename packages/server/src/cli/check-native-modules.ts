import type { Config } from '../config.ts';
import type { Finding } from '../db/health.ts';
import { requireSqlite } from '../db/require-sqlite.ts';
import { hashPassword, loadHashing } from '../sessions/passwords.ts';

/** Checks that the compiled parts of packages work: opens a database in memory, except on Postgres, and hashes a text. */
export async function checkNativeModules({ databaseUrl }: Config): Promise<Finding> {
  const name = 'native modules';
  try {
    if (!databaseUrl) requireSqlite();
    await hashPassword('');
  } catch (error) {
    return { name, ok: false, note: (error as Error).message };
  }
  return {
    name,
    ok: true,
    note: databaseUrl ? '@node-rs/argon2' : 'better-sqlite3, @node-rs/argon2',
  };
}

/** Prints a warning if passwords cannot be hashed, so that nobody can create an account or sign in. */
export async function warnOfPasswords(): Promise<void> {
  await loadHashing().catch(({ message }: Error) =>
    console.error(`Warning: nobody can sign in. ${message}`),
  );
}
