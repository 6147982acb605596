// Compiles only where no exported type is `any`.
import { ConfigError, NoDatabaseError, type ParleyServer, startParley } from '@parley/server';

export async function start(): Promise<string> {
  const server: ParleyServer = await startParley({ PARLEY_PORT: '0', PARLEY_HOST: undefined });
  await server.stop();
  // @ts-expect-error: a port is a text.
  await startParley({ PARLEY_PORT: 1 });
  // @ts-expect-error: a server has one address.
  const urls: string[] = server.url;
  return urls.concat(server.url).join();
}

export function isExpected(error: unknown): boolean {
  if (!(error instanceof ConfigError || error instanceof NoDatabaseError)) return false;
  const name: 'ConfigError' | 'NoDatabaseError' = error.name;
  return name.length > 0;
}
