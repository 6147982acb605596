import type {
  WebhookEndpoint,
  WebhookEndpointWithSecret,
  WebhookTestResult,
} from '@parley/contract/schemas';
import { eventSchemas } from '@parley/contract/schemas';
import type { Response } from 'express';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { targets } from '../../test/databases.ts';
import { aGate } from '../../test/gate.ts';
import { KnownSecrets } from '../../test/known-secrets.ts';
import { createScene, type Scene } from '../../test/scene.ts';
import { startServer, type TestServer } from '../../test/start-server.ts';
import { type Received, webhookSink } from '../../test/webhook-sink.ts';
import { contacts } from '../contacts/records.ts';
import { createOutbound } from '../outbound/outbound.ts';
import { webhookPolicy } from '../outbound/policy.ts';
import { deliveriesTable } from '../webhook-deliveries/table.ts';
import { webhookEndpointsRoutes } from './routes.ts';

describe.each(targets)('network calls of webhook endpoints, on %s', (target) => {
  let server: TestServer;
  beforeAll(async () => {
    const env = {
      PARLEY_WORKER: 'off',
      PARLEY_WEBHOOK_ALLOW_HTTP: 'on',
      PARLEY_WEBHOOK_ALLOW_PRIVATE: 'on',
    };
    server = await startServer(target, { env });
  });
  afterAll(() => server.close());

  test('resolve a host without holding a lock', async () => {
    const { ctx } = await createScene(server);
    const { deps } = server;
    const asked = aGate();
    const answer = aGate();
    const outbound = createOutbound(webhookPolicy(deps.config), {
      lookup: async () => {
        asked.open();
        await answer.opened;
        return ['8.8.8.8'];
      },
    });
    const routes = webhookEndpointsRoutes({
      outbound: { webhooks: outbound },
      secrets: deps.secrets,
    });
    const body = { url: 'https://shop.test/hooks', events: ['*'] };
    const idempotency = { scope: 'POST', key: 'k', fingerprint: 'f', expiresAtMs: Date.now() };
    const res = { req: {}, locals: { ctx, idempotency }, setHeader() {} } as unknown as Response;
    const creating = routes.create({ params: {}, query: {}, body, res });
    await asked.opened;
    // If a transaction stayed open until the response, this one would wait.
    await contacts.create(ctx, { name: 'Ana' });
    answer.open();
    expect(await creating).toMatchObject({ status: 201 });
  });

  test('send a test event without holding a lock, once per Idempotency-Key', async () => {
    const scene = await createScene(server);
    const first = aGate();
    const answer = aGate();
    const { id, taken } = await withReceiver(scene, {
      answer: async () => {
        first.open();
        await answer.opened;
        return 204;
      },
    });
    const key = { 'idempotency-key': 'once' };
    const trying = Array.from({ length: 4 }, () => tryOut(scene, id, {}, key));
    await first.opened;
    await contacts.create(scene.ctx, { name: 'Ana' });
    answer.open();
    const answers = [...(await Promise.all(trying)), await tryOut(scene, id, {}, key)];
    expect(taken).toHaveLength(1);
    expect(new Set(answers.map(({ json }) => JSON.stringify(json))).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 200, json: { delivered: true, statusCode: 204 } });
    expect((await tryOut(scene, id)).headers.get('idempotent-replayed')).toBeNull();
    expect(taken).toHaveLength(2);
  });

  test('sign and mark a test event, and store nothing', async () => {
    const scene = await createScene(server);
    const { id, taken } = await withReceiver(scene, { headers: { 'x-token': 'abc' } });
    const { json: before } = await scene.call<WebhookEndpoint>(`GET /webhook-endpoints/${id}`);
    const { json } = await tryOut(scene, id);
    expect(json).toEqual({
      delivered: true,
      statusCode: 204,
      durationMs: json.durationMs,
      responseSnippet: null,
      error: null,
    });
    await tryOut(scene, id, { type: 'message.received' });
    const [plain, typed] = taken.map(({ headers, body }) => {
      expect(headers).toMatchObject({ 'x-token': 'abc', 'content-type': 'application/json' });
      return JSON.parse(body);
    });
    const about = { type: 'webhook_endpoint', id };
    expect(eventSchemas['webhook.test'].parse(plain)).toMatchObject({
      id: taken[0]?.headers['webhook-id'],
      tenantId: scene.ctx.db.tenantId,
      sequence: 0,
      subject: about,
      data: { object: before, previous: null, changes: [] },
      test: true,
    });
    const example = eventSchemas['message.received'].parse(typed);
    expect(example).toMatchObject({ sequence: 0, test: true, actor: { type: 'api_key' } });
    expect(example.data.contact.name).toBe('Ana Lima');
    expect(await scene.events()).toEqual([]);
    expect(await scene.ctx.db.select(deliveriesTable)).toEqual([]);
    const { json: after } = await scene.call<WebhookEndpoint>(`GET /webhook-endpoints/${id}`);
    expect(after).toEqual(before);
  });

  test('report the failure of a test event without a retry', async () => {
    const scene = await createScene(server);
    const { id, taken } = await withReceiver(scene, { answer: async () => 503 });
    await scene.call(`POST /webhook-endpoints/${id}/disable`);
    expect((await tryOut(scene, id)).json).toMatchObject({
      delivered: false,
      statusCode: 503,
      responseSnippet: 'busy',
      error: { code: 'http_status' },
    });
    expect(taken).toHaveLength(1);
  });
});

function tryOut(scene: Scene, id: string, body: object = {}, headers?: Record<string, string>) {
  return scene.call<WebhookTestResult>(`POST /webhook-endpoints/${id}/test`, body, headers);
}

interface Receiving {
  /** Returns the status of the response. Default: 204. */
  answer?: () => Promise<number>;
  headers?: Record<string, string>;
}

/** Creates an endpoint, and collects and verifies the requests that it receives. */
async function withReceiver(
  scene: Scene,
  { answer, headers = {} }: Receiving = {},
): Promise<{ id: string; taken: readonly Received[] }> {
  const secrets = new KnownSecrets();
  const sink = await webhookSink(secrets.at, async () => {
    const status = (await answer?.()) ?? 204;
    return { status, ...(status !== 204 && { body: 'busy' }) };
  });
  const body = { url: `${sink.url}/hooks`, events: ['message.*'], headers };
  const { json } = await scene.call<WebhookEndpointWithSecret>('POST /webhook-endpoints', body);
  secrets.learn(json.id, json);
  return { id: json.id, taken: sink.received };
}
