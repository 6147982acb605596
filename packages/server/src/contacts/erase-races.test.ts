import type { Contact, Message } from '@parley/contract/schemas';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { targets } from '../../test/databases.ts';
import { someoneWaits } from '../../test/lock-waits.ts';
import {
  aPhone,
  createScene,
  drain,
  forgetJobs,
  makeDue,
  type Scene,
  startQuiet,
} from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { storedFile } from '../../test/stored-file.ts';
import { unfinishedErasures } from '../db/migrations/0104-unfinished-erasures.ts';
import { eventsTable } from '../events/table.ts';
import { eraseJobs } from '../jobs/statements/erase-jobs.ts';
import { postponeOfOrder } from '../jobs/statements/jobs-of-order.ts';
import { deleteFilesOf, deleteMedia } from '../media/service.ts';
import { mediaTable } from '../media/table.ts';
import { advanceMessage } from '../messages/statements/advance-message.ts';
import { inTransaction } from '../tenancy/context.ts';
import { eraseContact, eraseInSteps } from './erase.ts';
import { eraseEvents } from './erase-traces.ts';
import { contactColumns } from './references.ts';
import { eraseRows } from './statements/erase-rows.ts';
import { readTexts } from './statements/read-texts.ts';

const rounds = 4;

describe.each(targets)('an erasure at the same moment on %s', (target) => {
  const server = serverOfTests(() => startQuiet(target));
  let scene: Scene;
  beforeAll(async () => {
    scene = await createScene(server);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await forgetJobs(server);
  });

  const erase = async (id: string) => (await scene.call(`DELETE /contacts/${id}`)).status;
  const receive = async (from: string) => await scene.receive({ from });
  const aContact = async () => {
    const phone = aPhone();
    const { message } = await receive(phone);
    await receive(phone);
    return { phone, id: message.contactId };
  };

  /** Returns the rows that name a contact that does not exist, with their tables. */
  async function orphans(): Promise<string[]> {
    const { writer } = server.deps.database;
    const found: string[] = [];
    for (const { table, column } of contactColumns) {
      const rows = await writer(table.name)
        .whereNotNull(column)
        .whereNotIn(column, writer('contacts').select('id'));
      if (rows.length > 0) found.push(`${rows.length} in ${table.name}`);
    }
    return found;
  }

  async function erasures(id: string): Promise<number> {
    const all = scene.ctx.db.select(eventsTable).where({ subject_id: id, type: 'contact.deleted' });
    return Number(await all.count());
  }

  test('as an inbound message leaves the message with a contact, or erases it', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { id, phone } = await aContact();
      const [status, received] = await Promise.all([erase(id), receive(phone), receive(phone)]);
      expect(status).toBe(204);
      const { message } = received;
      const kept = await scene.call<Message>(`GET /messages/${message.id}`);
      expect(kept.status).toBe(message.contactId === id ? 404 : 200);
      expect(await orphans()).toEqual([]);
    }
  });

  test('as a merge erases one of the contacts, or both', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const [primary, duplicate] = [await aContact(), await aContact()];
      const body = { primaryId: primary.id, duplicateId: duplicate.id };
      const erased = round % 2 === 0 ? primary : duplicate;
      const [merged, status] = await Promise.all([
        scene.call<Contact>('POST /contacts/merge', body),
        erase(erased.id),
      ]);
      const left = await Promise.all(
        [primary, duplicate].map(
          async ({ id }) => (await scene.call(`GET /contacts/${id}`)).status,
        ),
      );
      // If the merge came second, it did not find one of the contacts. If it came first, the duplicate no longer
      // exists, and perhaps the primary contact, too.
      const outcome = `${merged.status} ${status}, ${left.join(' ')}`;
      expect(
        erased === primary
          ? ['404 204, 404 200', '200 204, 404 404']
          : ['404 204, 200 404', '200 404, 200 404'],
      ).toContain(outcome);
      await drain(server);
      expect(await orphans()).toEqual([]);
    }
  });

  test('as the deletion of a file of a message succeeds', async () => {
    const { ctx } = scene;
    const { id } = await storedFile(server, ctx, 'bytes');
    // The erasure reads only the IDs of the attachments.
    const message = { content: { attachments: [{ id: id.replace('med', 'att') }] } } as never;
    let erasing: Promise<void> | undefined;
    await inTransaction(ctx, async (inside) => {
      await deleteMedia(inside, id);
      erasing = inTransaction(ctx, (ctx) => deleteFilesOf(ctx, message));
      if (target === 'Postgres') await someoneWaits(server.deps.database);
    });
    await expect(erasing).resolves.toBeUndefined();
    expect(await ctx.db.select(mediaTable).where({ id })).toEqual([]);
  });

  test('that has begun is followed by no merge of the contact, and is completed by a job', async () => {
    const [erased, other] = [await aContact(), await aContact()];
    await eraseInSteps(scene.ctx, erased.id);
    for (const [primary, duplicate] of [
      [erased, other],
      [other, erased],
    ] as const) {
      const body = { primaryId: primary.id, duplicateId: duplicate.id };
      expect((await scene.call('POST /contacts/merge', body)).status).toBe(404);
    }
    // Its process was killed here. Jobs complete it, and one of them runs twice.
    await makeDue(server);
    const { writer } = server.deps.database;
    const jobs = await writer('jobs').where({ name: 'complete-erasure' });
    expect(jobs).toMatchObject([{ payload: JSON.stringify({ contactId: erased.id }) }]);
    await drain(server);
    await writer('jobs').insert(jobs);
    await drain(server);
    expect(await erasures(erased.id)).toBe(1);
    expect(await orphans()).toEqual([]);
    expect(await erase(erased.id)).toBe(404);
    expect(await writer('jobs').where({ tenant_id: scene.ctx.db.tenantId })).toEqual([]);
    expect((await scene.call(`GET /contacts/${other.id}`)).status).toBe(200);
  });

  test('that ended with a process of an older version gets the job that completes it, only once', async () => {
    const [old, recent] = [await aContact(), await aContact()];
    const { writer, dialect } = server.deps.database;
    for (const { id } of [old, recent]) await eraseInSteps(scene.ctx, id);
    const job = { name: 'complete-erasure' };
    const [written] = await writer('jobs').where({ ...job, order_key: old.id });
    const jobs = writer('jobs').where(job).orderBy('position');
    await writer('jobs').where({ position: written.position }).delete();
    await unfinishedErasures.up(writer, dialect);
    const { position: _, due_at: __, created_at: ___, ...same } = written;
    expect(await jobs.clone()).toMatchObject([{ order_key: recent.id }, same]);
    await makeDue(server);
    await drain(server);
    for (const { id } of [old, recent]) expect(await erasures(id)).toBe(1);
    expect(await jobs.clone()).toEqual([]);
  });

  test('that a job completes between two steps of its request succeeds for both, and leaves no trace', async () => {
    const { id, phone } = await aContact();
    const { ctx } = scene;
    const { writer } = server.deps.database;
    const job = { name: 'complete-erasure' };
    const { message } = await receive(phone);
    const hasBegun = await eraseInSteps(ctx, id);
    expect(hasBegun).toBe(true);
    // Each step moves the job's time forward.
    await makeDue(server);
    expect(await eraseInSteps(ctx, id)).toBe(false);
    const [{ due_at: dueAt }] = await writer('jobs').where(job);
    expect(Number(dueAt)).toBeGreaterThan(0);
    // Another request stores a response that names a record of the first step.
    await scene.send({ to: phone }, { 'idempotency-key': 'meanwhile' });
    const kept = writer('idempotency_records').where({ tenant_id: ctx.db.tenantId });
    const body = JSON.stringify({ conversationId: message.conversationId });
    expect(await kept.clone().update({ body })).toBe(1);
    await makeDue(server);
    await drain(server);
    expect(await kept.clone()).toEqual([]);
    await eraseContact(ctx, id, { hasBegun });
    await expect(eraseContact(ctx, id)).rejects.toMatchObject({ code: 'SVC-NOT-FOUND' });
    expect(await erasures(id)).toBe(1);
    expect(await orphans()).toEqual([]);
    expect(await writer('jobs').where({ tenant_id: ctx.db.tenantId })).toEqual([]);
  });

  test('postpones the job that completes it once more after it has removed the conversations', async () => {
    const { id } = await aContact();
    const method = target === 'SQLite' ? 'sqlite' : 'postgres';
    const [removing, postponing] = [vi.spyOn(eraseRows, method), vi.spyOn(postponeOfOrder, method)];
    await eraseInSteps(scene.ctx, id);
    const ofConversations = removing.mock.calls.findLastIndex(([, given]) =>
      JSON.stringify(given).includes('"table":"conversations"'),
    );
    const removed = removing.mock.invocationCallOrder[ofConversations];
    const postponed = postponing.mock.invocationCallOrder.at(-1);
    vi.restoreAllMocks();
    expect(removed).toBeGreaterThan(0);
    expect(postponed).toBeGreaterThan(Number(removed));
    await eraseContact(scene.ctx, id);
  });

  test('is finished by a job that never dies, and keeps what the next owner of the address sends', async () => {
    const { id, phone } = await aContact();
    const { ctx } = scene;
    const { writer } = server.deps.database;
    const send = async (key: string) => await scene.send({ to: phone }, { 'idempotency-key': key });
    const kept = async () =>
      await writer('idempotency_records').where({ tenant_id: ctx.db.tenantId }).pluck('key');
    await eraseInSteps(ctx, id);
    await send('meanwhile');
    await eraseContact(ctx, id);
    await send('afterwards');
    await writer('idempotency_records')
      .where({ key: 'afterwards' })
      .increment('expires_at', 60_000);
    const job = { name: 'finish-erasure' };
    await writer('jobs').where(job).update({ attempts: 1_000 });
    const method = target === 'SQLite' ? 'sqlite' : 'postgres';
    const failing = vi.spyOn(readTexts, method).mockImplementation(() => {
      throw new Error('the disk is full');
    });
    await drain(server);
    failing.mockRestore();
    expect(await writer('jobs').where(job)).toMatchObject([{ status: 'ready', attempts: 1_001 }]);
    expect((await kept()).toSorted()).toEqual(['afterwards', 'meanwhile']);
    await makeDue(server);
    await drain(server);
    expect(await writer('jobs').where(job)).toEqual([]);
    expect(await kept()).toEqual(['afterwards']);
  });

  test('of a contact with a short address keeps the stored responses of others', async () => {
    const instagram = await createScene(server, { type: 'instagram' });
    const { message } = await instagram.receive({ from: '1' });
    const path = 'POST /contacts';
    const keyed = { 'idempotency-key': 'other' };
    const first = await instagram.call<Contact>(path, { name: 'Ana 1' }, keyed);
    expect((await instagram.call(`DELETE /contacts/${message.contactId}`)).status).toBe(204);
    await drain(server);
    const again = await instagram.call<Contact>(path, { name: 'Ana 1' }, keyed);
    expect(again.json.id).toBe(first.json.id);
  });

  test('as another erasure happens once, and its event stays', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { id } = await aContact();
      const statuses = await Promise.all([erase(id), erase(id), erase(id)]);
      expect(statuses.sort()).toEqual([204, 404, 404]);
      // The first step of a late request runs after another one has erased the contact.
      await eraseEvents(scene.ctx, [id]);
      expect(await erasures(id)).toBe(1);
      expect(await orphans()).toEqual([]);
    }
  });

  if (target === 'Postgres') {
    test.each([
      ['queued', 'last transaction', 0],
      ['scheduled', 'last transaction', 3_600_000],
      ['scheduled', 'first steps', 3_600_000],
    ])(
      'as the cancelation of a %s message does not deadlock in its %s',
      async (_status, way, delayMs) => {
        const { id, phone } = await aContact();
        const sendAt = new Date(server.now().getTime() + delayMs).toISOString();
        const message = await scene.send({ to: phone, ...(delayMs > 0 && { sendAt }) });
        const { postgres } = eraseJobs;
        const erasing = vi.spyOn(eraseJobs, 'postgres');
        const canceling = vi.spyOn(advanceMessage, 'postgres');
        let canceled: ReturnType<Scene['call']> | undefined;
        erasing.mockImplementation(async (db, calls) => {
          if (!canceled && calls[0]?.input.skipsLocked) {
            // The cancelation has locked the job, and waits for a lock of the erasure.
            canceled = scene.call(`POST /messages/${message.id}/cancel`);
            await someoneWaits(server.deps.database);
          }
          return await postgres(db, calls);
        });
        if (way === 'first steps') await eraseInSteps(scene.ctx, id);
        await eraseContact(scene.ctx, id);
        expect((await canceled)?.status).toBe(404);
        const ofContact = erasing.mock.calls.filter(
          ([, [call]]) => call?.input.orderKeys[0] === id,
        );
        expect([ofContact.length, canceling.mock.calls.length]).toEqual([1, 1]);
        if (way === 'last transaction') await makeDue(server);
        await drain(server);
        const { writer } = server.deps.database;
        expect(await writer('jobs').where({ tenant_id: scene.ctx.db.tenantId })).toEqual([]);
      },
    );
  }
});
