import { dirname, join } from 'node:path';
import { makePlace } from '../chaos/place.ts';
import { readOptions } from '../options.ts';
import { createDeps, createLog, prepareDatabase, readConfig, serve } from '../server.ts';
import { Causes } from './causes.ts';
import { consoleOperations } from './console-operations.ts';
import { Document } from './document.ts';
import { Fuzzer } from './fuzzer.ts';
import { knowNobody, makeTenants } from './tenants.ts';

// One run: requests that the document allows, nearly allows or does not allow, for every endpoint, many at a time. The
// document must describe every response. Some requests use the session of the console instead of an API key.

const folder = dirname(process.argv[1] ?? '');
const options = readOptions(process.argv.slice(2), { requests: 100_000 });
const place = await makePlace(options.database, folder, { durable: false });
const { config } = readConfig({
  ...place.env,
  PARLEY_PORT: '0',
  PARLEY_SECRET_KEY: Buffer.alloc(32, 'key 5').toString('base64'),
  PARLEY_RATE_LIMIT: '1000000',
  PARLEY_FAILED_AUTH_LIMIT: '1000000',
  PARLEY_DRAIN_SECONDS: '0',
  PARLEY_SANDBOX_DELAY_MS: '5',
});
const causes = new Causes();
const deps = createDeps(config, { log: createLog('error', causes), lookup: knowNobody });
try {
  await prepareDatabase(deps);
  if (options.database === 'sqlite') await deps.database.writer.raw('PRAGMA synchronous = OFF');
  const server = await serve(deps);
  const document = new Document(join(folder, 'openapi.json'), consoleOperations());
  const tenants = await makeTenants(deps);
  const fuzzer = new Fuzzer(document, tenants, server.url, causes);
  const faults = await fuzzer.run(options);
  console.log(`${place.description}, ${fuzzer.summary()}, seed ${options.seed}`);
  for (const fault of faults) console.log(`  ${fault}`);
  process.exitCode = faults.length > 0 ? 1 : 0;
  await server.stop();
} finally {
  await place.remove();
}
// Remains of a job must not keep this process alive.
process.exit();
