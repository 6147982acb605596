import type { Channel } from '@parley/contract/schemas';
import { expect, onTestFinished, test } from 'vitest';
import { connections } from '../../test/channel-scene.ts';
import { environment } from '../../test/command.ts';
import { freshPlace, type Place } from '../../test/databases.ts';
import { startFakeProvider } from '../../test/fake-provider.ts';
import { runCommand } from '../../test/run-command.ts';
import { createChannel } from '../channels/service.ts';
import { readConfig } from '../config.ts';
import { migrate } from '../db/migrate.ts';
import { migrations } from '../db/migrations/all.ts';
import { createDeps } from '../deps.ts';
import { createTenant } from '../tenants/service.ts';
import { describeChannel } from './channels.ts';
import { contextOf } from './context.ts';

test('channels are listed, rotated and verified, and the doctor says what is wrong with them', async () => {
  const provider = await startFakeProvider();
  onTestFinished(() => provider.close());
  const place = await freshPlace('SQLite');
  const id = await aChannel(place);
  const env = { PARLEY_INSTAGRAM_API_URL: provider.url };
  const parley = async (words: string[], input = '') => {
    const { code, out, err } = await runCommand(place, words, { env, input });
    return { code, output: out + err };
  };

  const pending = `${id}  instagram_graph  pending  Shop\n  not verified: run npx parley channels verify ${id}\n`;
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
    ['[]', /^The input must be an object\. Write/],
    [
      '{"token":"a"}',
      /^token is not a field .* Possible fields: accessToken, appSecret, .*appId\.$/m,
    ],
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
    output: expect.stringMatching(/has no channel with this ID/),
  });
});

test('a channel that the provider stopped later shows why and how to fix it, and a token its end', () => {
  const [id, nowMs] = ['chn_1', Date.UTC(2026, 10, 20)];
  const message = 'The token is no longer valid.';
  const described = (change: object) =>
    describeChannel(
      // `describeChannel` reads only these fields.
      { id, type: 'whatsapp', provider: 'whatsapp_cloud', name: 'Shop', ...change } as Channel,
      nowMs,
    ).split('\n');
  const right = { name: 'token', ok: true, detail: 'right', fix: null };
  const stopped = { status: 'error', verification: { checks: [right] } };
  for (const [statusReason, providerCode, fix] of [
    ['auth', '190', 'Replace the access token'],
    ['auth', null, 'Replace the access token'],
    ['auth', 'http 401', 'Replace the access token'],
    ['billing', '131042', 'Add a payment method'],
  ] as const) {
    const lastError = { code: 'SVC-CHANNEL-UNAVAILABLE', providerCode, message };
    const [first, problem] = described({ ...stopped, statusReason, lastError });
    expect(first).toBe(`${id}  whatsapp_cloud  error (${statusReason})  Shop`);
    expect(problem).toContain(message);
    expect(problem).toContain(fix);
    expect(problem).toContain(`parley channels verify ${id}`);
  }
  const active = { status: 'active', statusReason: null };
  const ending = (days: number, refreshable = false) => {
    const expiresAt = new Date(nowMs + days * 86_400_000).toISOString();
    return described({ ...active, credentials: { expiresAt, refreshable } }).slice(1);
  };
  expect(ending(6)).toEqual([expect.stringContaining(`parley channels rotate ${id}`)]);
  expect([ending(8), ending(6, true)]).toEqual([[], []]);
});

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
