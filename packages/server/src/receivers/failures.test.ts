import type { Contact, InboundFailure, Page } from '@parley/contract/schemas';
import { describe, expect, test } from 'vitest';
import { expectShortHold } from '../../../../scripts/test/expect-short-hold.ts';
import { targets } from '../../test/databases.ts';
import { createLine, type Line, postHook, startReceiving } from '../../test/receiving-scene.ts';
import { drain, makeDue } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { messageBody, whatsappBody } from '../../test/whatsapp-bodies.ts';
import { jobsTable } from '../jobs/table.ts';
import { Worker } from '../jobs/worker.ts';
import { SealError } from '../sealing.ts';
import { inboundFailuresTable } from './table.ts';

const text = (body: string) => ({ type: 'text', text: { body } });

describe.each(targets)('items that fail on %s', (target) => {
  const server = serverOfTests(() => startReceiving(target, { PARLEY_FAILED_AUTH_LIMIT: '3' }));

  const failuresOf = async ({ call, channel }: Line) =>
    (await call<Page<InboundFailure>>(`GET /channels/${channel.id}/inbound-failures`)).json.data;
  const workOff = async () => {
    for (let round = 0; round < 6; round += 1) {
      await makeDue(server);
      await drain(server);
    }
  };

  test('each series of attempts is counted once, by the job and by a retry over the API', async () => {
    const line = await createLine(server);
    // No phone number: the message cannot be stored.
    await line.take(messageBody(line.externalId, { from: '1' }, text('Secret words')));
    expect(await failuresOf(line)).toMatchObject([{ status: 'retrying', attempts: 1 }]);
    await workOff();
    const [failed] = await failuresOf(line);
    expect(failed).toMatchObject({ status: 'failed', attempts: 6, kind: 'message' });
    expect(JSON.stringify(failed)).not.toContain('Secret words');
    const path = `/channels/${line.channel.id}/inbound-failures/${failed?.id}/retry`;
    const retried = await line.call<InboundFailure>(`POST ${path}`);
    expect(retried).toMatchObject({ status: 202, json: { status: 'retrying', attempts: 6 } });
    await workOff();
    expect(await failuresOf(line)).toMatchObject([{ status: 'failed', attempts: 11 }]);
  });

  test('a message of a new person waits while the process has a wrong secret key', async () => {
    const line = await createLine(server);
    const { database } = server.deps;
    const { suppressionKeys } = database;
    const get = () => {
      throw new SealError('wrong key');
    };
    Object.defineProperty(database, 'suppressionKeys', { get, configurable: true });
    try {
      await line.take(messageBody(line.externalId, { from: '5511987654322' }, text('Hello')));
      await workOff();
      expect(await failuresOf(line)).toMatchObject([{ status: 'retrying', attempts: 1 }]);
    } finally {
      Reflect.deleteProperty(database, 'suppressionKeys');
    }
    expect(database.suppressionKeys).toEqual(suppressionKeys);
    await workOff();
    expect(await failuresOf(line)).toEqual([]);
    expect(await line.messages()).toMatchObject([{ text: 'Hello' }]);
  });

  test('the list shows no text of a database error', async () => {
    const line = await createLine(server);
    const { writer } = server.deps.database;
    await writer.schema.renameTable('contacts', 'a_lost_table');
    try {
      await line.take(messageBody(line.externalId, { from: '5511987654321' }, text('Hello')));
      await workOff();
    } finally {
      await writer.schema.renameTable('a_lost_table', 'contacts');
    }
    const reason = 'The server could not store the item. The error is in the log of the server.';
    expect(await failuresOf(line)).toMatchObject([{ status: 'failed', attempts: 6, reason }]);
  });

  test('a page of long items is read in a moment', async () => {
    const line = await createLine(server);
    const odd = Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`k${n}`, 1]));
    const message = { type: 'odd', odd };
    await line.take(messageBody(line.externalId, { from: '5511987654321' }, message));
    // The receiver splits a long body slowly, and this test is about the list. So the other items are copies.
    const [row] = await line.ctx.db.select(inboundFailuresTable);
    if (!row) throw new Error('the receiver stored no item');
    const { tenantId: tenant_id } = line.ctx.db;
    const copies = [1, 2, 3].map((place) => {
      return { ...row, tenant_id, id: server.deps.newId('inf'), place };
    });
    await server.deps.database.writer('inbound_failures').insert(copies);
    const shown = { status: 'kept', reason: 'too large', fragment: { value: '…' } };
    expect(await failuresOf(line)).toMatchObject(Array.from({ length: 4 }, () => shown));
    expect(await line.messages()).toEqual([]);
    await expectShortHold(() => failuresOf(line), { tries: 3, mostMs: 100 });
  });

  test('a retry over the API takes the place of the series under way', async () => {
    const line = await createLine(server);
    await line.take(messageBody(line.externalId, { from: '1' }, text('Hello')));
    const [failure] = await failuresOf(line);
    const path = `/channels/${line.channel.id}/inbound-failures/${failure?.id}/retry`;
    for (let time = 0; time < 2; time += 1) await line.call(`POST ${path}`);
    const jobs = line.ctx.db.select(jobsTable).where({ name: 'retry-inbound' });
    expect(await jobs).toMatchObject([{ status: 'ready', attempts: 0 }]);
    await workOff();
    expect(await failuresOf(line)).toMatchObject([{ status: 'failed', attempts: 6 }]);
  });

  test('the erasure of a contact removes items with the short form of its number', async () => {
    const line = await createLine(server);
    const call = (from: string) => ({ calls: [{ id: `call-${from}`, from, event: 'connect' }] });
    for (const from of ['551187000111', '551187000112']) {
      await line.take(whatsappBody(line.externalId, call(from), 'calls'));
    }
    const contact = await line.call<Contact>('POST /contacts', { phone: '+5511987000111' });
    await line.call(`DELETE /contacts/${contact.json.id}`);
    await drain(server);
    const left = JSON.stringify(await line.failures());
    expect(left).toContain('551187000112');
    expect(left).not.toContain('551187000111');
  });

  test('failed and kept items end after the days of the setting, and items under way do not', async () => {
    const line = await createLine(server);
    const fail = async (id: string) =>
      await line.take(messageBody(line.externalId, { from: '1' }, text(id)));
    await fail('failed');
    await workOff();
    await line.take(whatsappBody(line.externalId, { calls: [{ id: 'call' }] }, 'calls'));
    await fail('retrying');
    const { system, now, newId, log } = server.deps;
    const pruneIn = async (days: number) => {
      const later = () => new Date(now().getTime() + days * 86_400_000);
      const options = { system, handlers: {}, log, now: later, newId };
      await new Worker({ ...options, failureDays: 30 }).prune();
      return (await line.failures()).map(({ status }) => status).toSorted();
    };
    expect(await pruneIn(29)).toEqual(['failed', 'kept', 'retrying']);
    expect(await pruneIn(31)).toEqual(['retrying']);
  });

  test('requests without a valid signature are limited by address, and valid ones are not', async () => {
    const line = await createLine(server);
    const body = messageBody(line.externalId, { from: '5511987654321' }, text('Hello'));
    const statuses: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      statuses.push((await line.deliver(body, { secret: 'wrong' })).status);
    }
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
    const unsigned = { type: 'whatsapp', body, secret: '', headers: {} } as const;
    const answer = await postHook(server, 'whatsapp', unsigned);
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await line.deliver(body)).status).toBe(200);
  });
});
