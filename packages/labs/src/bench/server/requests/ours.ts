import { type Deps, prepareDatabase, serve } from '../../../server.ts';
import { depsOf } from '../harness/deps.ts';

interface Place {
  dataDir: string;
  databaseUrl: string;
  /** When set, a separate `parley worker` process sends the accepted messages. */
  worker?: string;
  /** A replacement for every provider. */
  provider?: Provider;
}

export type Provider = Pick<Deps['adapters'][keyof Deps['adapters']], 'send'>;

/** Starts our server and returns its port. */
export async function serveOurs(place: Place): Promise<number> {
  const { worker = 'off', provider } = place;
  const deps = depsOf(place, { PARLEY_WORKER: process.env['PARLEY_WORKER'] ?? worker });
  const simulated = Object.entries(deps.adapters).map(([name, adapter]) => [
    name,
    { ...adapter, ...provider },
  ]);
  // An entry for each of the providers.
  const adapters = Object.fromEntries(simulated) as Deps['adapters'];
  await prepareDatabase(deps);
  const { port } = await serve({ ...deps, adapters });
  return port;
}
