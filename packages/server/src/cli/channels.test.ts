import { execFile } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { connections } from '../../test/channel-scene.ts';
import { bundledCommand, environment } from '../../test/command.ts';
import { freshPlace, type Place } from '../../test/databases.ts';
import { startFakeProvider } from '../../test/fake-provider.ts';
import { createChannel } from '../channels/service.ts';
import { readConfig } from '../config.ts';
import { migrate } from '../db/migrate.ts';
import { migrations } from '../db/migrations/all.ts';
import { createDeps } from '../deps.ts';
import { createTenant } from '../tenants/service.ts';
import { contextOf } from './context.ts';

interface Ended {
  code: number;
  output: string;
}

test('channels are listed, rotated and verified, and the doctor says what is wrong with them', async () => {
  const provider = await startFakeProvider();
  onTestFinished(() => provider.close());
  const place = await freshPlace('SQLite');
  const id = await aChannel(place);
  const parley = (words: string[], input = '') => run(place, provider.url, words, input);

  const pending = `${id}  instagram_graph  pending  Shop\n  not verified: run parley channels verify ${id}\n`;
  expect(await parley(['channels', 'list'])).toEqual({ code: 0, output: pending });
  const doctor = await parley(['doctor']);
  expect(doctor.code).toBe(1);
  expect(doctor.output).toContain(`WRONG  channel: ${id}`);

  const missing = await parley(['channels', 'verify', id]);
  expect(missing.code).toBe(1);
  expect(missing.output).toContain('credentials: The channel has no access token. Store one');

  for (const [input, why] of [
    ['token', /not JSON/],
    ['{}', /nothing to store/],
    ['{"token":"a"}', /Unrecognized key/],
    ['{"accessToken":"a b"}', /accessToken must be printable/],
  ] as const) {
    const refused = await parley(['channels', 'rotate', id], input);
    expect(refused.code).toBe(1);
    expect(refused.output).toMatch(why);
  }

  provider.answer = ({ path }) =>
    path.endsWith('/me')
      ? { body: { user_id: '17841400000000009', username: 'shop' } }
      : { body: { success: true } };
  const rotated = await parley(['channels', 'rotate', id], '{"accessToken":"token-1"}');
  expect(rotated).toEqual({
    code: 0,
    output: expect.stringContaining(`${id}  instagram_graph  active  Shop\n`),
  });
  expect(rotated.output).toContain('ok     account: The token belongs to @shop.');
  expect(rotated.output).not.toContain('token-1');
  expect((await parley(['doctor'])).code).toBe(0);

  const unknown = await parley(['channels', 'verify', 'chn_unknown']);
  expect(unknown).toEqual({
    code: 1,
    output: expect.stringMatching(/has no `channel` with this id/),
  });
}, 60_000);

async function aChannel(place: Place): Promise<string> {
  const { config } = readConfig(environment(place));
  const deps = createDeps(config);
  await migrate(deps.database, config, migrations);
  const ctx = contextOf(deps, deps.newId('ten'));
  await createTenant(ctx, { name: 'Acme' });
  const { id } = await createChannel(ctx, deps.secrets, {
    name: 'Shop',
    provider: 'instagram_graph',
    type: 'instagram',
    config: { ...connections.instagram_graph.config },
  });
  await deps.database.close();
  return id;
}

async function run(place: Place, url: string, words: string[], input: string): Promise<Ended> {
  const command = await bundledCommand();
  return await new Promise((resolve) => {
    const env = { ...environment(place), PARLEY_INSTAGRAM_API_URL: url };
    const child = execFile(process.execPath, [command, ...words], { env }, (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: out + err });
    });
    child.stdin?.end(input);
  });
}
