import BetterSqlite3 from 'better-sqlite3';
import { NativeModuleError } from '../native-modules.ts';

/** Throws a NativeModuleError if SQLite cannot be used. Creates no file. */
export function requireSqlite(): void {
  try {
    new BetterSqlite3(':memory:').close();
  } catch (cause) {
    throw new NativeModuleError('better-sqlite3', cause);
  }
}
