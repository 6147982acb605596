import { expect, test } from 'vitest';
import { ConflictError, NotFoundError, UnprocessableError } from '../src/index.ts';
import { aHook } from './hook.ts';
import { failureOf } from './recording-client.ts';
import { describeNoun } from './targets.ts';

const url = 'https://hooks.example.com/parley';
const unknown = 'whe_00000000000000000000000000';

describeNoun('webhook endpoints', (newClient, newTenant) => {
  test('creates, reads, updates and deletes an endpoint', async () => {
    const parley = await newClient();
    const { secret, ...made } = await parley.webhookEndpoints.create({
      url,
      events: ['message.*', 'contact.created'],
      headers: { 'x-token': 'of the gateway' },
    });
    expect(secret).toMatch(/^whsec_/);
    expect(made).toMatchObject({ url, status: 'enabled', headers: { 'x-token': '***' } });
    expect(await parley.webhookEndpoints.get(made.id)).toEqual(made);
    const body = { events: ['*'], maxPerSecond: 5, headers: { 'x-token': null } };
    const changed = await parley.webhookEndpoints.update(made.id, body);
    expect(changed).toMatchObject({ url, events: ['*'], maxPerSecond: 5, headers: {} });
    const listed = await parley.webhookEndpoints.list({ status: 'enabled' }).toArray({ limit: 5 });
    expect(listed).toEqual([changed]);
    expect(await parley.webhookEndpoints.delete(made.id)).toBeUndefined();
    expect(await failureOf(parley.webhookEndpoints.get(made.id))).toBeInstanceOf(NotFoundError);
  });

  test('a duplicate URL is a conflict, and a private URL breaks a rule', async () => {
    const parley = await newClient();
    const { id } = await parley.webhookEndpoints.create({ url, events: ['*'] });
    const taken = await failureOf(parley.webhookEndpoints.create({ url, events: ['*'] }));
    expect(taken).toBeInstanceOf(ConflictError);
    expect(taken.hasCode('SVC-CONFLICT') && taken.details.existingId).toBe(id);
    const metadata = { url: 'https://169.254.169.254/latest/meta-data', events: ['*'] };
    const refused = await failureOf(parley.webhookEndpoints.create(metadata));
    expect(refused).toBeInstanceOf(UnprocessableError);
    expect(refused.hasCode('SVC-RULE-VIOLATION') && refused.details.rule).toBe(
      'webhook_url_not_public',
    );
  });

  test('the response to a repeated create has no secret; the secret can be read', async () => {
    const parley = await newClient();
    const create = () =>
      parley.webhookEndpoints.create({ url, events: ['*'] }, { idempotencyKey: 'the-one' });
    const first = await create();
    const second = await create();
    expect(second).toEqual({ ...first, secret: null });
    const { secret, previous } = await parley.webhookEndpoints.getSecret(first.id);
    expect([secret, previous]).toEqual([first.secret, []]);
  });

  test('a receiver with any valid secret verifies the events', async () => {
    const tenant = await newTenant();
    const { webhookEndpoints, contacts } = tenant.parley;
    const hook = await aHook(tenant);
    const { id } = hook.endpoint;
    const rotated = await webhookEndpoints.rotateSecret(id, { overlapHours: 1 });
    await contacts.create({ name: 'Ana' });
    await hook.receives(1);

    const { secret, previous } = await webhookEndpoints.getSecret(id);
    expect(secret).toBe(rotated.secret);
    expect(previous.map((old) => old.secret)).toEqual(hook.secrets);
    hook.secrets = [secret];
    await contacts.create({ name: 'Bruno' });
    await hook.receives(2);

    await webhookEndpoints.rotateSecret(id);
    expect((await webhookEndpoints.getSecret(id)).previous).toHaveLength(2);
  });

  test('a test returns the response of the receiver', async () => {
    const tenant = await newTenant();
    const { webhookEndpoints } = tenant.parley;
    const hook = await aHook(tenant);
    const { id } = hook.endpoint;
    expect(await webhookEndpoints.test(id)).toMatchObject({ delivered: true, statusCode: 204 });
    const type = 'message.received';
    expect(await webhookEndpoints.test(id, { type })).toMatchObject({ error: null });
    expect(hook.events).toMatchObject([
      { type: 'webhook.test', test: true, subject: { id } },
      { type, test: true },
    ]);
    hook.secrets = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'];
    expect(await webhookEndpoints.test(id)).toMatchObject({
      delivered: false,
      statusCode: 400,
      error: { code: 'http_status' },
      responseSnippet: expect.stringContaining('signature'),
    });
  });

  test('replays the events missed while an endpoint was disabled', async () => {
    const tenant = await newTenant();
    const { webhookEndpoints, contacts } = tenant.parley;
    const hook = await aHook(tenant);
    const { id } = hook.endpoint;
    const disabled = await webhookEndpoints.disable(id);
    expect(disabled).toMatchObject({ status: 'disabled', disabledReason: 'manual' });
    const { id: contactId } = await contacts.create({ name: 'Ana' });
    const since = new Date(disabled.disabledAt ?? '');
    const error = await failureOf(webhookEndpoints.replay(id, { since }));
    expect(error).toBeInstanceOf(ConflictError);
    expect((await webhookEndpoints.enable(id)).status).toBe('enabled');
    expect(await webhookEndpoints.replay(id, { since })).toEqual({ count: 1 });
    const [event] = await hook.receives(1);
    expect(event).toMatchObject({ type: 'contact.created', subject: { id: contactId } });
    const { data } = await webhookEndpoints.listDeliveries(id, { eventType: 'contact.*' });
    expect(data).toMatchObject([{ endpointId: id, eventId: event?.id }]);
  });

  test('an unknown id is not found', async () => {
    const { webhookEndpoints } = await newClient();
    const calls = [
      webhookEndpoints.update(unknown, { description: 'x' }),
      webhookEndpoints.delete(unknown),
      webhookEndpoints.getSecret(unknown),
      webhookEndpoints.rotateSecret(unknown),
      webhookEndpoints.enable(unknown),
      webhookEndpoints.disable(unknown),
      webhookEndpoints.test(unknown),
      webhookEndpoints.replay(unknown, { since: new Date() }),
      webhookEndpoints.listDeliveries(unknown),
    ];
    const errors = await Promise.all(calls.map(failureOf));
    for (const error of errors) expect(error).toBeInstanceOf(NotFoundError);
  });
});
