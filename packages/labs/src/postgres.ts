import { query } from '../../../scripts/postgres/start-postgres.ts';

/** Creates an empty database and returns its address. */
export async function createDatabase(adminUrl: string, name: string): Promise<string> {
  await query(adminUrl, `create database ${name}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}
