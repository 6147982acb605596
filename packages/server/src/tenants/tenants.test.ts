import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { archivedTenant } from '@parley/domain';
import { describe, expect, test, vi } from 'vitest';
import { targets } from '../../test/databases.ts';
import { aGate } from '../../test/gate.ts';
import { someoneWaits } from '../../test/lock-waits.ts';
import { createScene, drain, type Scene, startQuiet } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import type { TestServer } from '../../test/start-server.ts';
import { storedFile } from '../../test/stored-file.ts';
import { createGrant, revokeGrant } from '../agency-grants/service.ts';
import { agencyGrantsTable } from '../agency-grants/table.ts';
import { createWorker } from '../jobs/create-worker.ts';
import { Worker } from '../jobs/worker.ts';
import { inTransaction } from '../tenancy/context.ts';
import { deleteTenant, purgeTenant, textIndexed } from './delete.ts';
import { exportedTables } from './export.ts';
import { resumeTenant, setKind, tenants } from './service.ts';
import { listTenants } from './statements/list-tenants.ts';
import { removeRows } from './statements/remove-rows.ts';
import { tenantTables } from './statements/tenant-tables.ts';
import { tenantsTable } from './table.ts';

// The table of a resource is exported by itself. Any other new table must be in `exportedTables` or in this list.
const notExported = [
  // Secrets.
  'channel_secrets',
  'suppression_keys',
  'webhook_secrets',
  // Of the installation, and sessions, which name accounts of it.
  'accounts',
  'one_time_links',
  'sessions',
  // Logs whose rows expire.
  'contact_import_errors',
  'contact_imports',
  'deliveries',
  'delivery_attempts',
  'events',
  'idempotency_records',
  'inbound_batches',
  'inbound_failures',
  'jobs',
  'message_events',
  'pending_reports',
  'request_log',
  // The domains of agencies, which only an operator changes.
  'agency_domains',
  // Counters, and copies that make searches fast.
  'channel_throttles',
  'contact_merges',
  'event_counters',
  'further_throttles',
  'knowledge_blocks',
  'knowledge_chunks',
  'knowledge_indexes',
  'knowledge_postings',
  'knowledge_terms',
  'messages_unindexed',
  'tag_uses',
  'tenant_limits',
  'ticket_counters',
  'webhook_channels',
  'webhook_lanes',
  'webhook_subscriptions',
  ...[...textIndexed].map((table) => `${table}_texts`),
];

describe.each(targets)('the tenants of %s', (target) => {
  const server = serverOfTests(() => startQuiet(target));

  const tables = async () => (await server.deps.system.run(tenantTables, null)).map((t) => t.name);

  test('are listed without a limit', async () => {
    const { writer } = server.deps.database;
    const { tenantId } = await server.createTenant();
    const [row] = await writer('tenants').where({ id: tenantId });
    const ids = Array.from({ length: 1_001 }, (_, n) => `ten_copy${n}`);
    const copies = ids.map((id) => ({ ...row, id, tenant_id: id }));
    await writer.batchInsert('tenants', copies, 50);
    const listed = await server.deps.system.run(listTenants, null);
    await writer('tenants').where('id', 'like', 'ten_copy%').delete();
    expect(listed.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
  });

  test('every table is exported or known to hold nothing for an export', async () => {
    const exported = Object.values(exportedTables).map(({ name }) => name);
    expect((await tables()).sort()).toEqual([...exported, ...notExported].sort());
  });

  test('a worker completes a deletion that was interrupted, beside others, and other tenants stay as they were', async () => {
    const [scene, other] = [await filledScene(server), await filledScene(server)];
    const counts = async ({ ctx }: Scene) => {
      const found: Record<string, number> = {};
      for (const name of await tables()) {
        const [row] = await server.deps.database
          .writer(name)
          .where({ tenant_id: ctx.db.tenantId })
          .count({ rows: '*' });
        if (Number(row?.['rows']) > 0) found[name] = Number(row?.['rows']);
      }
      return found;
    };
    const [before, ofOther] = [await counts(scene), await counts(other)];
    expect(Object.keys(before).length).toBeGreaterThan(35);
    const { system, media, config, database } = server.deps;
    const options = { system, files: media.files };
    const late = Object.assign(new Error('lock timeout'), { code: '55P03' });
    vi.spyOn(scene.ctx.db, 'transaction').mockRejectedValueOnce(late);
    const interrupted = deleteTenant(scene.ctx, {
      ...options,
      onRemoved: (removed) => {
        if (removed > 0) throw new Error('killed');
      },
    });
    await expect(interrupted).rejects.toThrow('killed');
    expect(Object.keys(await counts(scene))).toContain('tenants');
    await expect(resumeTenant(scene.ctx)).rejects.toMatchObject({
      code: 'SVC-INVALID-TRANSITION',
    });
    const [begun, held] = [aGate(), aGate()];
    const { log, now, newId } = server.deps;
    let isDeleted = false;
    const worker = new Worker({
      ...{ system, handlers: {}, log, now, newId },
      async purgeTenant(ctx) {
        const onRemoved = async () => {
          begun.open();
          await held.opened;
        };
        isDeleted = await purgeTenant(ctx, { ...options, onRemoved });
        return isDeleted;
      },
    });
    const remove = async (ctx: Scene['ctx'], name: string) => {
      const table = (await system.run(tenantTables, null)).find((table) => table.name === name);
      return await ctx.db.run(removeRows, { name, keys: table?.keys ?? [], limit: 10 });
    };
    /** Locks the tenant like a job that writes a row with a foreign key. On SQLite, there is one writer. */
    const writing = async () => {
      if (target === 'SQLite') return undefined;
      const job = await database.writer.transaction();
      await job.raw('select 1 from tenants where id = ? for key share', [scene.ctx.db.tenantId]);
      return job;
    };
    /** The transaction of another process, which removes as many deals as the worker would, while the worker goes on. */
    const batch = async () => {
      await begun.opened;
      // Rows that refer to deals.
      while ((await remove(scene.ctx, 'deal_periods')) > 0);
      const job = await writing();
      await inTransaction(scene.ctx, async (ctx) => {
        expect(await remove(ctx, 'deals')).toBe(10);
        await job?.rollback();
        held.open();
        if (target === 'Postgres') await someoneWaits(database);
      });
    };
    await Promise.all([worker.purge(), batch()]);
    expect(isDeleted).toBe(true);
    expect(await counts(scene)).toEqual({});
    const again = deleteTenant(scene.ctx, { ...options, onRemoved: () => {} });
    await expect(again).rejects.toMatchObject({ code: 'SVC-NOT-FOUND' });
    expect(await purgeTenant(scene.ctx, { ...options, onRemoved: () => {} })).toBe(false);
    expect(await counts(other)).toEqual(ofOther);
    const folderOf = ({ ctx }: Scene) => join(config.dataDir, 'media', ctx.db.tenantId);
    const left = readdirSync(folderOf(other), { recursive: true, withFileTypes: true });
    expect(existsSync(folderOf(scene))).toBe(false);
    expect(left.filter((entry) => entry.isFile())).toHaveLength(1);
    expect((await scene.call('GET /tenants/current')).status).toBe(401);
    expect((await other.call('GET /contacts?q=zuleika')).json).toMatchObject({ data: [{}] });
  });

  test('the deletion removes a file that a request stores meanwhile', async () => {
    const { ctx } = await createScene(server);
    const { system, media, config } = server.deps;
    let stored: Promise<unknown> | undefined;
    const onRemoved = async () => {
      stored ??= storedFile(server, ctx, 'a file').catch((error: unknown) => error);
      await stored;
    };
    await deleteTenant(ctx, { system, files: media.files, onRemoved });
    expect(await stored).toMatchObject({ code: 'SVC-NOT-FOUND' });
    expect(existsSync(join(config.dataDir, 'media', ctx.db.tenantId))).toBe(false);
  });
});

describe.each(targets)('the tenant of an archived client on %s', (target) => {
  const server = serverOfTests(() => startQuiet(target));

  test('is deleted after 30 days, unless an operator has resumed it', async () => {
    const archived = await archiver(server);
    const [gone, kept] = [await archived(), await archived()];
    expect(await stored(gone)).toMatchObject({ status: 'suspended' });
    await resumeTenant(kept);
    const { deps } = server;
    const purgeIn = async (days: number) => {
      await createWorker({ ...deps, now: () => inDays(server, days) }).purge();
      return [await stored(gone), await stored(kept)].map((tenant) => tenant?.status);
    };
    expect(await purgeIn(29)).toEqual(['suspended', 'active']);
    expect(await purgeIn(31)).toEqual([undefined, 'active']);
  });

  test('the keys that an agency has issued end with the agency', async () => {
    const agency = await createScene(server);
    await setKind(agency.ctx, 'agency');
    const made = await agency.call<{ tenantId: string; secret: string }>(
      'POST /agencies/current/clients',
      { name: 'Client', grant: { permissions: ['manage', 'keys'] }, issueKey: { name: 'key' } },
    );
    const { tenantId, secret } = made.json;
    const read = async () =>
      (await fetch(`${server.baseUrl}/api/contacts`, { headers: { 'x-api-key': secret } })).status;
    expect(await read()).toBe(200);
    const { system, media } = server.deps;
    const other = await createScene(server);
    const agencyId = agency.ctx.db.tenantId;
    let late: Promise<unknown> | undefined;
    const onRemoved = async () => {
      late ??= inTransaction(other.ctx, (ctx) =>
        createGrant(ctx, { agencyId, permissions: ['keys'] }),
      ).catch((error: unknown) => error);
      await late;
    };
    await deleteTenant(agency.ctx, { system, files: media.files, onRemoved });
    expect(await late).toMatchObject({ code: 'SVC-NOT-FOUND' });
    expect(await read()).toBe(401);
    const grants = await server.contextOf(tenantId).db.select(agencyGrantsTable);
    expect(grants).toMatchObject([{ revoked_at: expect.any(String) }]);
  });

  test('leaves no record in its agencies when an operator deletes it', async () => {
    const [maker, other] = [await createScene(server), await createScene(server)];
    await Promise.all([setKind(maker.ctx, 'agency'), setKind(other.ctx, 'agency')]);
    const made = await maker.call<{ id: string; tenantId: string; secret: string }>(
      'POST /agencies/current/clients',
      { name: 'Client', grant: { permissions: ['manage', 'keys'] }, issueKey: { name: 'key' } },
    );
    const { id, tenantId } = made.json;
    const client = server.contextOf(tenantId);
    const agencyId = other.ctx.db.tenantId;
    const { id: grantId } = await inTransaction(client, (ctx) =>
      createGrant(ctx, { agencyId, permissions: ['keys'] }),
    );
    await inTransaction(client, (ctx) => revokeGrant(ctx, grantId));
    // As a process that was killed leaves it.
    await tenants.change(client, tenantId, archivedTenant);
    const { system, media } = server.deps;
    // A request that has begun may still create a grant.
    let late: Promise<unknown> | undefined;
    const onRemoved = async () => {
      late ??= inTransaction(client, (ctx) =>
        createGrant(ctx, { agencyId, permissions: ['keys'] }),
      ).catch((error: unknown) => error);
      await late;
    };
    await deleteTenant(client, { system, files: media.files, onRemoved });
    expect(await late).toMatchObject({ code: 'SVC-NOT-FOUND' });
    expect((await maker.call('GET /events?type=agency_grant.revoked')).json).toMatchObject({
      data: [{}],
    });
    const key = { name: 'late' };
    expect((await maker.call(`POST /agencies/current/clients/${id}/api-keys`, key)).status).toBe(
      404,
    );
    for (const agency of [maker, other]) {
      expect((await agency.call('GET /agencies/current/clients')).json).toMatchObject({ data: [] });
      const events = await agency.call('GET /events?type=agency_client.archived');
      expect(events.json).toMatchObject({ data: [{}] });
    }
  });

  test('stays if an operator resumes it while others are deleted, also one that fails', async () => {
    const archived = await archiver(server);
    const [failing, resumed, gone] = [await archived(), await archived(), await archived()];
    const { system, log, newId, media } = server.deps;
    let isResumed = false;
    const worker = new Worker({
      system,
      handlers: {},
      log,
      now: () => inDays(server, 31),
      newId,
      async purgeTenant(ctx) {
        if (!isResumed) await resumeTenant(resumed);
        isResumed = true;
        if (ctx.db.tenantId === failing.db.tenantId) throw new Error('fails');
        return await purgeTenant(ctx, { system, files: media.files, onRemoved: () => {} });
      },
    });
    const stopping = new AbortController();
    stopping.abort();
    await worker.purge(stopping.signal);
    const statuses = async () =>
      (await Promise.all([failing, resumed, gone].map(stored))).map((one) => one?.status);
    expect(await statuses()).toEqual(['suspended', 'suspended', 'suspended']);
    await worker.purge();
    expect(await statuses()).toEqual(['suspended', 'active', undefined]);
  });
});

const stored = async ({ db }: Scene['ctx']) => await db.select(tenantsTable).first();

function inDays({ deps }: TestServer, days: number): Date {
  return new Date(deps.now().getTime() + days * 86_400_000);
}

/** Creates an agency. Returns a function that creates a client and archives it, and returns the context of the client. */
async function archiver(server: TestServer): Promise<() => Promise<Scene['ctx']>> {
  const scene = await createScene(server);
  await setKind(scene.ctx, 'agency');
  return async () => {
    const grant = { permissions: ['manage'] };
    const made = await scene.call<{ id: string; tenantId: string }>(
      'POST /agencies/current/clients',
      { name: 'Client', grant },
    );
    const { id, tenantId } = made.json;
    expect((await scene.call(`DELETE /agencies/current/clients/${id}`)).status).toBe(204);
    return server.contextOf(tenantId);
  };
}

/** Creates a tenant with rows in most tables. */
async function filledScene(server: TestServer): Promise<Scene> {
  const scene = await createScene(server);
  const made = async (request: string, body: object): Promise<{ id: string }> => {
    const { status, json } = await scene.call<{ id: string }>(request, body);
    if (status > 299) throw new Error(`${request}: ${JSON.stringify(json)}`);
    return json;
  };
  await made('POST /webhook-endpoints', {
    url: 'https://hooks.example.invalid/x',
    events: ['*'],
    channelIds: [scene.channel.id],
  });
  await made('POST /custom-fields', {
    entity: 'contact',
    key: 'plan',
    label: 'Plan',
    type: 'text',
  });
  await made('POST /canned-responses', { shortcut: 'hi', title: 'Hi', text: 'Hello' });
  await made('POST /segments', { name: 'All', filter: {} });
  const { contactId, conversationId } = (await scene.receive()).message;
  await made(`POST /conversations/${conversationId}/messages`, { type: 'text', text: 'Hello' });
  const contact = { name: 'Zuleika', tags: ['vip'], email: 'z@example.com' };
  const { id: duplicateId } = await made('POST /contacts', contact);
  const { id: keptId } = await made('POST /contacts', { name: 'Zuleika Zed', tags: ['vip'] });
  await made('POST /contacts/merge', { primaryId: keptId, duplicateId });
  await made(`POST /contacts/${contactId}/opt-out`, { scope: 'all' });
  await made(`POST /contacts/${contactId}/notes`, { body: 'Called' });
  // More rows than a transaction removes, which refer to a stage.
  const titles = Array.from({ length: 12 }, (_, n) => `Renewal ${n}`);
  await Promise.all(titles.map((title) => made('POST /deals', { title, contactId })));
  const { id } = await made('POST /tickets', { subject: 'Help', conversationId });
  await made(`POST /tickets/${id}/comments`, { body: 'Please', visibility: 'public' });
  await scene.call(`PATCH /tickets/${id}`, { status: 'pending' });
  await made('POST /suppressions', {
    channelType: 'whatsapp',
    address: '5511987650000',
    scope: 'all',
  });
  await made('POST /knowledge/faqs', { question: 'Open?', answer: 'Yes', status: 'published' });
  await made('POST /knowledge/sources', { type: 'text', title: 'Hours', content: 'Nine to five' });
  const type = { 'content-type': 'image/png' };
  const png =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const body = Buffer.from(png, 'base64');
  const headers = { ...type, 'x-api-key': scene.apiKey };
  await fetch(`${server.baseUrl}/api/v1/media?filename=a.png`, { method: 'POST', headers, body });
  await drain(server);
  return scene;
}
