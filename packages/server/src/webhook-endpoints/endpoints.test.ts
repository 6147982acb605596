import type {
  CreateWebhookEndpointBody,
  WebhookEndpoint,
  WebhookEndpointWithSecret,
  WebhookSecret,
} from '@parley/contract/schemas';
import { webhookLimits } from '@parley/contract/schemas';
import { describe, expect, test } from 'vitest';
import { targets } from '../../test/databases.ts';
import { createScene, type Scene, startQuiet } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import type { TestServer } from '../../test/start-server.ts';
import { idempotencyRecordsTable } from '../idempotency/table.ts';
import { webhookEndpointsTable, webhookLanesTable, webhookSecretsTable } from './table.ts';

describe.each(targets)('webhook endpoints on %s', (target) => {
  const server = serverOfTests(() => startQuiet(target));

  test('concurrent creates never exceed the limit', async () => {
    const scene = await createScene(server);
    for (let count = 2; count < webhookLimits.endpoints; count += 1) await make(scene);
    const answers = await Promise.all(Array.from({ length: 6 }, () => create(scene)));
    expect(statusesOf(answers)).toEqual([201, 201, 422, 422, 422, 422]);
    expect(answers.find(({ status }) => status === 422)?.json).toMatchObject({
      error: {
        code: 'SVC-LIMIT-REACHED',
        details: { limit: 'webhook_endpoints', max: webhookLimits.endpoints },
      },
    });
  });

  test('one of two concurrent updates to one URL succeeds', async () => {
    const scene = await createScene(server);
    const [first, second] = [await make(scene), await make(scene)];
    for (let round = 0; round < 5; round += 1) {
      const url = anUrl();
      const answers = await Promise.all(
        [first, second].map(({ id }) => scene.call(`PATCH /webhook-endpoints/${id}`, { url })),
      );
      expect(statusesOf(answers)).toEqual([200, 409]);
    }
  });

  test('checks in order: not found, conflict, rule', async () => {
    const scene = await createScene(server);
    const { url } = await make(scene);
    const missing = { channelIds: ['chn_none'] };
    const inside = { url: 'https://10.0.0.1/' };
    expect(await codeOf(create(scene, { ...inside, ...missing }))).toBe('SVC-NOT-FOUND');
    expect(await codeOf(create(scene, { url, ...missing }))).toBe('SVC-NOT-FOUND');
    expect(await codeOf(create(scene, { url }))).toBe('SVC-CONFLICT');
    expect(await codeOf(create(scene, inside))).toBe('SVC-RULE-VIOLATION');
    const change = scene.call('PATCH /webhook-endpoints/whe_none', inside);
    expect(await codeOf(change)).toBe('SVC-NOT-FOUND');
  });

  test('an update without a new URL does not check the URL again', async () => {
    const scene = await createScene(server);
    const { id } = await make(scene);
    const url = 'https://10.0.0.1/';
    await scene.ctx.db.update(webhookEndpointsTable, { id }, { url });
    expect((await scene.call(`PATCH /webhook-endpoints/${id}`, { url })).status).toBe(200);
    const other = scene.call(`PATCH /webhook-endpoints/${id}`, { url: `${url}other` });
    expect(await codeOf(other)).toBe('SVC-RULE-VIOLATION');
  });

  test('requested changes record no events', async () => {
    const scene = await createScene(server);
    const { id } = await make(scene, { events: ['*'] });
    await scene.call(`PATCH /webhook-endpoints/${id}`, { description: 'Orders' });
    await scene.call(`POST /webhook-endpoints/${id}/rotate-secret`);
    await scene.call(`POST /webhook-endpoints/${id}/disable`);
    await scene.call(`POST /webhook-endpoints/${id}/enable`);
    await scene.call(`DELETE /webhook-endpoints/${id}`);
    expect(await scene.events()).toEqual([]);
  });

  test('an update without changes changes nothing', async () => {
    const scene = await createScene(server);
    const given = { description: 'Orders', maxPerSecond: 5, metadata: { plan: 'gold' } };
    const { id } = await make(scene, { ...given, headers: { 'x-token': 'abc' } });
    const before = await stored(scene, id);
    const same = { ...given, events: ['message.*'], headers: { 'X-Token': 'abc', 'x-none': null } };
    await scene.call(`PATCH /webhook-endpoints/${id}`, same);
    await scene.call(`PATCH /webhook-endpoints/${id}`, { headers: { 'x-token': '***' } });
    expect(await stored(scene, id)).toEqual(before);
    await scene.call(`PATCH /webhook-endpoints/${id}`, { headers: { 'x-token': 'other' } });
    const after = await stored(scene, id);
    expect(after.row?.headers).not.toBe(before.row?.headers);
    expect(after.lane?.version).toBeGreaterThan(before.lane?.version ?? 0);
  });

  test('merges headers by name, ignoring case', async () => {
    const scene = await createScene(server);
    const { id } = await make(scene, { headers: { 'X-Token': 'abc', Authorization: 'Bearer 1' } });
    const path = `PATCH /webhook-endpoints/${id}`;
    const change = {
      headers: { 'x-TOKEN': null, authorization: '***', 'X-New': 'new', constructor: 'me' },
    };
    const { json } = await scene.call<WebhookEndpoint>(path, change);
    expect(json.headers).toEqual({ authorization: '***', constructor: '***', 'x-new': '***' });
    const many = Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`x-${n}`, 'v']));
    const tooMany = await scene.call(path, { headers: many });
    expect(tooMany).toMatchObject({
      status: 400,
      json: { error: { details: { issues: [{ in: 'body', path: 'headers', code: 'too_long' }] } } },
    });
  });

  test('at most three unexpired old secrets sign beside the current one', async () => {
    const scene = await createScene(server);
    const endpoint = await make(scene);
    const rotate = (overlapHours: number) =>
      scene.call<WebhookEndpointWithSecret>(
        `POST /webhook-endpoints/${endpoint.id}/rotate-secret`,
        { overlapHours },
      );
    const secrets = [endpoint.secret];
    for (const hours of [24, 168, 24]) secrets.push((await rotate(hours)).json.secret);
    expect(await rotate(1)).toMatchObject({
      status: 422,
      json: { error: { details: { limit: 'webhook_secrets', max: 3 } } },
    });
    const read = async () =>
      (await scene.call<WebhookSecret>(`GET /webhook-endpoints/${endpoint.id}/secret`)).json;
    expect((await read()).previous.map(({ secret }) => secret)).toEqual(
      secrets.slice(0, 3).reverse(),
    );
    // The overlap of the second secret is the longest: one hour before the end of a week, only it is left.
    const [first, , third] = await secretRows(scene, endpoint.id);
    const past = new Date(Date.now() - 1).toISOString();
    for (const row of [first, third]) {
      const match = { endpoint_id: endpoint.id, number: row?.number ?? 0 };
      await scene.ctx.db.update(webhookSecretsTable, match, { expires_at: past });
    }
    expect(await read()).toMatchObject({
      secret: secrets[3],
      previous: [{ secret: secrets[1] }],
    });
    const { json } = await rotate(0);
    expect(await read()).toMatchObject({ secret: json.secret, previous: [] });
    expect((await secretRows(scene, endpoint.id)).map(({ number }) => number)).toEqual([5]);
  });

  test('three concurrent rotations create three secrets in sequence', async () => {
    const scene = await createScene(server);
    const { id, secret } = await make(scene);
    const rotate = () =>
      scene.call<WebhookEndpointWithSecret>(`POST /webhook-endpoints/${id}/rotate-secret`);
    const rotated = await Promise.all([rotate(), rotate(), rotate()]);
    expect(statusesOf(rotated)).toEqual([200, 200, 200]);
    const { json } = await scene.call<WebhookSecret>(`GET /webhook-endpoints/${id}/secret`);
    const all = [json.secret, ...json.previous.map((old) => old.secret)];
    expect(all.toSorted()).toEqual(
      [secret, ...rotated.map((answer) => answer.json.secret)].toSorted(),
    );
  });

  test('secrets are encrypted in the database, and removed with their endpoint', async () => {
    const scene = await createScene(server);
    const token = 'Bearer of-the-shop-1042';
    const key = { 'idempotency-key': 'create-once' };
    const body = { url: anUrl(), events: ['*'], headers: { authorization: token } };
    const { json: made } = await scene.call<WebhookEndpointWithSecret>(
      'POST /webhook-endpoints',
      body,
      key,
    );
    const path = `/webhook-endpoints/${made.id}`;
    const { json: rotated } = await scene.call<WebhookEndpointWithSecret>(
      `POST ${path}/rotate-secret`,
      {},
      { 'idempotency-key': 'rotate-once' },
    );
    await scene.call(`PATCH ${path}`, { headers: { 'x-token': 'hush-hush-1042' } });
    const secrets = [made.secret, rotated.secret].map((secret) => secret ?? 'none');
    expect(new Set(secrets).size).toBe(2);
    const kept = await wholeDatabase(scene, server);
    for (const secret of secrets) {
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect(kept).not.toContain(secret);
      expect(kept).not.toContain(secret.slice('whsec_'.length));
    }
    expect(kept).not.toContain(token);
    expect(kept).not.toContain('hush-hush');
    // The search itself finds the existing record.
    expect(kept).toContain(made.url);

    const again = await scene.call('POST /webhook-endpoints', body, key);
    expect(again).toMatchObject({ status: 201, json: { id: made.id, secret: null } });
    expect(again.headers.get('idempotent-replayed')).toBe('true');

    await scene.call(`DELETE ${path}`);
    expect(await secretRows(scene, made.id)).toEqual([]);
    expect((await stored(scene, made.id)).row?.headers).toBe('{}');
  });

  test('a sealed secret copied to another endpoint cannot be read', async () => {
    const scene = await createScene(server);
    const [mine, other] = [await make(scene), await make(scene)];
    const [row] = await secretRows(scene, other.id);
    await scene.ctx.db.update(
      webhookSecretsTable,
      { endpoint_id: mine.id },
      { sealed: row?.sealed ?? '' },
    );
    expect((await scene.call(`GET /webhook-endpoints/${mine.id}/secret`)).status).toBe(500);
    expect((await scene.call(`GET /webhook-endpoints/${mine.id}`)).status).toBe(200);
  });
});

let made = 0;

function anUrl(): string {
  made += 1;
  return `https://8.8.8.8/hooks/${made}`;
}

async function create(scene: Scene, body: Partial<CreateWebhookEndpointBody> = {}) {
  const whole = { url: anUrl(), events: ['message.*'], ...body };
  return await scene.call<WebhookEndpointWithSecret>('POST /webhook-endpoints', whole);
}

async function make(scene: Scene, body: Partial<CreateWebhookEndpointBody> = {}) {
  const { status, json } = await create(scene, body);
  if (status !== 201) throw new Error(`refused: ${JSON.stringify(json)}`);
  return json;
}

function statusesOf(answers: readonly { status: number }[]): number[] {
  return answers.map(({ status }) => status).toSorted();
}

async function codeOf(answer: Promise<{ json: unknown }>): Promise<string | undefined> {
  const { error } = (await answer).json as { error?: { code: string } };
  return error?.code;
}

async function stored({ ctx: { db } }: Scene, id: string) {
  return {
    row: await db.select(webhookEndpointsTable).where({ id }).first(),
    lane: await db.select(webhookLanesTable).where({ endpoint_id: id }).first(),
  };
}

async function secretRows({ ctx: { db } }: Scene, id: string) {
  return await db.select(webhookSecretsTable).where({ endpoint_id: id }).orderBy('number');
}

/** Returns every row of every table as text. */
async function wholeDatabase(scene: Scene, { deps: { database } }: TestServer): Promise<string> {
  const { writer, dialect } = database;
  const names: string[] =
    dialect === 'sqlite'
      ? await writer('sqlite_master')
          .where({ type: 'table' })
          .whereNot('name', 'like', '%_grams%')
          .pluck('name')
      : await writer('information_schema.tables')
          .where({ table_schema: 'public' })
          .pluck('table_name');
  expect(names).toContain('idempotency_records');
  const rows = await Promise.all(names.map(async (name) => await writer(name).select()));
  expect(await scene.ctx.db.select(idempotencyRecordsTable)).toHaveLength(2);
  // JSON escapes no character of base64, so base64 is the same text in it.
  return JSON.stringify(rows);
}
