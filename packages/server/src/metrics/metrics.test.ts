import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { connectedScene, drainProviders, startWithProvider } from '../../test/channel-scene.ts';
import { migratedPlace, targets } from '../../test/databases.ts';
import { appSecrets, createLine, postHook } from '../../test/receiving-scene.ts';
import { runCommand } from '../../test/run-command.ts';
import { startQuiet } from '../../test/scene.ts';
import { scrape } from '../../test/scrape.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { messageBody } from '../../test/whatsapp-bodies.ts';
import { areMetricsAtPort } from './config.ts';

describe.each(targets)('metrics on %s', (target) => {
  const server = serverOfTests(() =>
    startWithProvider(target, {
      PARLEY_METRICS_PORT: '0',
      PARLEY_WHATSAPP_APP_SECRET: appSecrets.present,
    }),
  );

  test('counts sends, refusals by code, waits and pauses by network', async () => {
    const scene = await connectedScene(server, 'whatsapp_cloud');
    let sent = 0;
    server.provider.answer = () => {
      sent += 1;
      return { body: { messages: [{ id: `wamid.${target}.${sent}` }] } };
    };
    const before = await scrape(server);
    await scene.deliver({ type: 'text', text: 'Hi' });
    server.provider.answer = () => ({ status: 400, body: { error: { code: 131026 } } });
    await scene.deliver({ type: 'text', text: 'Hi' });
    server.provider.answer = () => ({
      status: 429,
      headers: { 'retry-after': '30' },
      body: { error: { code: 130429 } },
    });
    await scene.deliver({ type: 'text', text: 'Hi' });
    const closed = { channelId: scene.channel.id, to: '5511987654321', type: 'hologram' };
    expect((await scene.call('POST /messages', closed)).status).toBe(400);
    const other = { ...closed, type: 'template', template: { name: 'a', language: 'en' } };
    await scene.call(`POST /channels/${scene.channel.id}/disable`);
    expect((await scene.call('POST /messages', other)).status).toBe(409);
    expect((await scene.call('POST /messages', { ...other, channelId: none })).status).toBe(404);

    const after = await scrape(server);
    const more = (sample: string) => (after(sample) ?? 0) - (before(sample) ?? 0);
    const labels = 'channel_type="whatsapp",provider="whatsapp_cloud"';
    expect(more(`parley_send_seconds_count{${labels},outcome="accepted"}`)).toBe(1);
    expect(more(`parley_send_seconds_count{${labels},outcome="refused"}`)).toBe(2);
    const refused = (code: string) => more(`parley_send_refusals_total{${labels},code="${code}"}`);
    expect(refused('SVC-UNDELIVERABLE')).toBe(1);
    expect(refused('SVC-PROVIDER-RATE-LIMITED')).toBe(1);
    expect(more('parley_send_wait_seconds_count{channel_type="whatsapp"}')).toBe(3);
    const paused = more('parley_channel_pause_seconds_total{channel_type="whatsapp"}');
    expect(paused).toBeGreaterThan(20);
    const atTheDoor = (type: string, code: string) =>
      more(`parley_message_refusals_total{channel_type="${type}",code="${code}"}`);
    expect(atTheDoor('whatsapp', 'SVC-CHANNEL-UNAVAILABLE')).toBe(1);
    expect(atTheDoor('unknown', 'SVC-NOT-FOUND')).toBe(1);
    expect(
      more(`parley_channels{provider="whatsapp_cloud",status="disabled",channel_type="whatsapp"}`),
    ).toBe(1);
    expect(after('nodejs_eventloop_lag_seconds')).toBeDefined();
  });

  test('counts webhooks by the status of the answer, and their items by kind', async () => {
    const line = await createLine(server);
    const before = await scrape(server);
    await line.take(
      messageBody(
        line.externalId,
        { from: '5511987650001' },
        { id: `wamid.m.${target}`, type: 'text', text: { body: 'Hi' } },
      ),
    );
    const named = (id: string) => messageBody(id, { from: '5511987650001' }, {})['entry'];
    const entry = ['unknown-1', 'unknown-2', line.externalId].flatMap(named);
    await line.deliver({ object: 'whatsapp_business_account', entry });
    await line.deliver({ object: 'page' });
    const unsigned = { type: 'whatsapp', body: {}, secret: 'wrong' } as const;
    expect((await postHook(server, 'whatsapp', unsigned)).status).toBe(401);
    expect((await postHook(server, 'fax<script>', unsigned)).status).toBe(401);

    const after = await scrape(server);
    const more = (sample: string) => (after(sample) ?? 0) - (before(sample) ?? 0);
    const answered = (type: string, status: number) =>
      more(`parley_provider_webhook_seconds_count{channel_type="${type}",status="${status}"}`);
    expect(answered('whatsapp', 200)).toBe(3);
    expect(more('parley_inbound_dropped_total{channel_type="whatsapp"}')).toBe(3);
    expect(answered('whatsapp', 401)).toBe(1);
    expect(answered('unknown', 401)).toBe(1);
    const items = 'channel_type="whatsapp",kind="message",outcome="done"';
    expect(more(`parley_inbound_items_total{${items}}`)).toBe(1);
  });

  test('answers while the database is away, without the numbers that it reads there', async () => {
    await connectedScene(server, 'whatsapp_cloud');
    await drainProviders(server);
    const { system } = server.deps;
    const run = system.run;
    system.run = async () => Promise.reject(new Error('the database is away'));
    try {
      const sample = await scrape(server);
      expect(sample('nodejs_eventloop_lag_seconds')).toBeDefined();
      const channels = 'provider="whatsapp_cloud",status="active",channel_type="whatsapp"';
      expect(sample(`parley_channels{${channels}}`)).toBeUndefined();
      expect(sample('parley_oldest_due_seconds{work="webhook-delivery"}')).toBeUndefined();
    } finally {
      system.run = run;
    }
  });

  test('the documentation lists the metrics of Parley, and no others', async () => {
    const text = await (await fetch(server.running.metricsUrl ?? '')).text();
    const names = [...text.matchAll(/^# TYPE (parley_\w+)/gm)].map(([, name]) => name);
    const page = readFileSync(`${root}/docs/operations/monitoring.md`, 'utf8');
    const documented = [...page.matchAll(/^\| `(parley_\w+)`/gm)].map(([, name]) => name);
    expect(documented.sort()).toEqual(names.sort());
  });

  test('answers nothing but the metrics, with or without a query string, and only on its own port', async () => {
    const { metricsUrl = '' } = server.running;
    expect((await fetch(new URL('/api/v1/channels', metricsUrl))).status).toBe(404);
    expect((await fetch(metricsUrl, { method: 'POST' })).status).toBe(404);
    expect((await fetch(`${metricsUrl}?collect=all`)).status).toBe(200);
    expect((await fetch(`${server.baseUrl}/metrics`)).status).toBe(404);
  });
});

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const none = 'chn_00000000000000000000000000';

test('serves no metrics unless a setting asks for them', async () => {
  const server = await startQuiet('SQLite');
  try {
    expect(server.running.metricsUrl).toBeUndefined();
  } finally {
    await server.close();
  }
});

test.each([
  [{}, true],
  [{ processes: 2, port: 9465 }, true],
  [{ metrics: { host: '0.0.0.0', port: 9464 } }, true],
  [{ host: '::' }, true],
  [{ host: 'localhost' }, true],
  [{ host: 'localhost', metrics: { host: '::1', port: 9464 } }, true],
  [{ host: '0.0.0.0', metrics: { host: '::1', port: 9464 } }, false],
  [{ port: 9465 }, false],
  [{ host: '192.0.2.1' }, false],
  [{ metrics: undefined }, false],
  [{ port: 0, metrics: { host: '127.0.0.1', port: 0 } }, false],
])('the port of the API with %o is one of the metrics: %s', (given, is) => {
  const at = { host: '127.0.0.1', port: 9464 };
  expect(areMetricsAtPort({ ...at, processes: 1, metrics: at, ...given })).toBe(is);
});

test('a server whose API and metrics have one port says so, and does not start', async () => {
  const env = { PARLEY_PORT: '9464', PARLEY_METRICS_PORT: '9464' };
  const { code, err } = await runCommand(await migratedPlace('SQLite'), ['serve'], { env });
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(/^Port 9464 .+ set PARLEY_METRICS_PORT .+\n$/),
  ]);
});
