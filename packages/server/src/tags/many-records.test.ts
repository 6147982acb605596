import type { Contact, Tag } from '@parley/contract/schemas';
import { contactRules } from '@parley/domain';
import { describe, expect, test } from 'vitest';
import { targets } from '../../test/databases.ts';
import { createScene, type Scene, startQuiet } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { contactsTable } from '../contacts/table.ts';
import { changeRecords, deleteTag, updateTag } from './service.ts';
import { tagsTable, tagUsesTable } from './table.ts';

// A million records may have one tag: the request changes the first ones, and a job changes the others.

const count = 250;
const atOnce = 100;
/** A request changes the records of one transaction also when it takes too long. */
const limits = { records: count, ms: 0 };

describe.each(targets)('a tag of many records on %s', (target) => {
  const server = serverOfTests(() => startQuiet(target));

  test('gets its new name, and is deleted, in steps that may be repeated and run at once', async () => {
    const scene = await createScene(server);
    const { ctx } = scene;
    await fill(scene);
    const { id } = await theOnly(scene, 'vip');
    await updateTag(ctx, id, { name: 'Gold' }, limits);
    const renaming = { name: 'Gold', status: 'renaming', contactCount: atOnce };
    expect(await get(scene, id)).toMatchObject(renaming);
    for (const [method, body] of [['PATCH', { name: 'Silver' }], ['DELETE']] as const) {
      const refused = await scene.call<Refusal>(`${method} /tags/${id}`, body);
      expect(refused.json.error.details).toMatchObject({ from: 'renaming', allowed: ['active'] });
    }
    const taken = await scene.call<Refusal>('POST /tags', { name: 'VIP' });
    expect(taken.json.error).toMatchObject({ code: 'SVC-CONFLICT' });
    const late = await scene.call<Contact>('POST /contacts', { tags: ['VIP', 'new'] });
    const former = await formerOf(scene, id);
    const step = () => changeRecords(ctx, former, { records: atOnce });
    await Promise.all([step(), step()]);
    while (!(await step()));
    expect(await step()).toBe(true);
    const all = count + 1;
    const renamed = { name: 'Gold', status: 'active', contactCount: all };
    expect(await get(scene, id)).toMatchObject(renamed);
    const { json } = await scene.call<Contact>(`GET /contacts/${late.json.id}`);
    expect(json.tags).toEqual(['Gold', 'new']);

    await updateTag(ctx, id, { name: 'GOLD' }, { records: atOnce, ms: 60_000 });
    expect(await spellings(scene)).toEqual({ GOLD: atOnce, Gold: all - atOnce });
    while (!(await changeRecords(ctx, id, { records: atOnce })));
    expect(await spellings(scene)).toEqual({ GOLD: all });
    expect(await get(scene, id)).toMatchObject({ status: 'active', contactCount: all });

    await deleteTag(ctx, id, limits);
    const deleting = { status: 'deleting', contactCount: all - atOnce };
    expect(await get(scene, id)).toMatchObject(deleting);
    const refused = await scene.call<Refusal>(`PATCH /tags/${id}`, { color: '#000000' });
    expect(refused.json.error).toMatchObject({ code: 'SVC-INVALID-TRANSITION' });
    expect((await scene.call(`DELETE /tags/${id}`)).status).toBe(204);
    // On a slow machine, a request may not remove all.
    await expect.poll(async () => (await scene.call(`DELETE /tags/${id}`)).status).toBe(404);
    expect(await spellings(scene)).toEqual({});
    expect((await ctx.db.select(tagsTable)).map(({ name }) => name)).toEqual(['new']);
  });

  test('counts its records when many writers add and remove it at once', async () => {
    const scene = await createScene(server);
    const orders = Array.from({ length: 20 }, (_, n) => (n % 2 ? ['a', 'b'] : ['b', 'a']));
    const made = await Promise.all(
      orders.map((tags) => scene.call<Contact>('POST /contacts', { tags })),
    );
    const paths = made.map(({ json }) => `/contacts/${json.id}`);
    const changes = paths.map((path, n) =>
      n % 2
        ? scene.call(`DELETE ${path}/tags/a`)
        : scene.call(`POST ${path}/tags`, { tags: ['c'] }),
    );
    expect((await Promise.all(changes)).every(({ status }) => status < 300)).toBe(true);
    const { json } = await scene.call<{ data: Tag[] }>('GET /tags');
    const counts = json.data.map(({ name, contactCount }) => [name, contactCount]);
    expect(counts).toEqual([
      ['a', 10],
      ['b', 20],
      ['c', 10],
    ]);
    expect(Number(await scene.ctx.db.select(tagUsesTable).count())).toBe(40);
  });
});

interface Refusal {
  readonly error: { readonly code: string; readonly details: object };
}

async function fill({ ctx }: Scene): Promise<void> {
  const rows = Array.from({ length: count }, () => {
    const made = { id: ctx.newId('con'), at: '2026-01-01T00:00:00.000Z' };
    return contactsTable.toRow(contactRules.initial({ tags: ['vip'] }, made));
  });
  await ctx.db.transaction((db) => db.insert(contactsTable, rows));
}

async function get({ call }: Scene, id: string): Promise<Tag> {
  return (await call<Tag>(`GET /tags/${id}`)).json;
}

async function theOnly({ call }: Scene, name: string): Promise<Tag> {
  const { json } = await call<{ data: [Tag] }>(`GET /tags?name=${name}`);
  return json.data[0];
}

/** Returns the ID of the row with the earlier name of a tag. */
async function formerOf({ ctx }: Scene, replaced_by_id: string): Promise<string> {
  const row = await ctx.db.select(tagsTable).where({ replaced_by_id }).first();
  return String(row?.id);
}

/** Returns how many contacts have each tag except `new`. */
async function spellings({ ctx }: Scene): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const row of await ctx.db.select(contactsTable)) {
    for (const tag of contactsTable.toRecord(row).tags) {
      if (tag !== 'new') found[tag] = (found[tag] ?? 0) + 1;
    }
  }
  return found;
}
