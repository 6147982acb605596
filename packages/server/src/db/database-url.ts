import querystring from 'node:querystring';
import { parseUrl } from '@parley/contract/schemas';

// PARLEY_DATABASE_URL, as pg and people read it.

/** The parameters of a URL that pg gets. It would also take others, such as `types` or `query_timeout`, for its options. */
const usedParameters = [
  'host',
  'port',
  'user',
  'password',
  'application_name',
  'ssl',
  'sslmode',
  'sslcert',
  'sslkey',
  'sslrootcert',
  'sslnegotiation',
  'uselibpqcompat',
];

/** Modes of TLS that pg takes for `verify-full`. For each of them, it would print a long warning. */
const strictModes = ['prefer', 'require', 'verify-ca'];

/**
 * Returns a URL with only those parameters that pg should get, and its options, such as a `search_path`, apart. Writes the
 * mode of TLS as `verify-full` if pg takes it for that.
 */
export function forPg(databaseUrl: string): { connectionString: string; options: string } {
  const url = parseUrl(databaseUrl);
  if (!url) return { connectionString: databaseUrl, options: '' };
  const { searchParams } = url;
  const options = searchParams.get('options') ?? '';
  for (const name of [...searchParams.keys()]) {
    if (!usedParameters.includes(name)) searchParams.delete(name);
  }
  const isStrict = strictModes.includes(searchParams.get('sslmode') ?? '');
  if (isStrict && !searchParams.has('uselibpqcompat')) searchParams.set('sslmode', 'verify-full');
  if (searchParams.get('sslrootcert') === 'system') {
    // As in libpq, it means public certificate authorities and a full check. pg would read a file of this name.
    searchParams.delete('sslrootcert');
    searchParams.set('sslmode', 'verify-full');
  }
  return { connectionString: url.href, options };
}

/** Returns the host and port that pg connects to, or the folder of a socket, without user and password. */
export function placeOf(databaseUrl: string): string {
  const url = parseUrl(databaseUrl);
  if (!url) return 'its address';
  const host = url.searchParams.get('host') || querystring.unescape(url.hostname) || 'localhost';
  const port = url.searchParams.get('port') || url.port;
  return port ? `${host}:${port}` : host;
}
