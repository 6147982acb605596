import pg from 'pg';

/** Creates an empty database and returns its address. */
export async function createDatabase(adminUrl: string, name: string): Promise<string> {
  await query(adminUrl, `create database ${name}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs one statement on a connection of its own. Throws when no connection comes within 5 seconds. */
export async function query(url: string, sql: string, values: readonly string[] = []) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  // Without a listener, the end of a killed Postgres process would end this one.
  client.on('error', () => {});
  try {
    await client.connect();
    return await client.query(sql, [...values]);
  } finally {
    await client.end().catch(() => {});
  }
}
