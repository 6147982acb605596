import { tagsRoutes } from '@parley/contract';
import { contactRules } from '@parley/domain';
import { expect, test } from 'vitest';
import { contextFor } from '../../../test/contexts.ts';
import { freshPlace, openAt, targets } from '../../../test/databases.ts';
import { contactsTable } from '../../contacts/table.ts';
import { tags } from '../../tags/records.ts';
import { createTenant } from '../../tenants/service.ts';
import { migrate } from '../migrate.ts';
import { SystemDb } from '../system-db.ts';
import { tagTriggers } from './0062-tags.ts';
import { migrations } from './all.ts';

test.each(targets)('the tags of existing records become records on %s', async (target) => {
  const place = await freshPlace(target);
  const database = openAt(place);
  await migrate(database, place, migrations);
  const { dialect, writer } = database;
  const on = dialect === 'postgres' ? ' on contacts' : '';
  for (const event of ['insert', 'update', 'delete']) {
    await writer.raw(`drop trigger contacts_tags_${event}${on}`);
  }
  const ctx = contextFor(new SystemDb(database));
  await createTenant(ctx, { name: 'Shop' });
  const insert = async (tags: string[]) => {
    const made = { id: ctx.newId('con'), at: '2026-11-20T06:30:00.000Z' };
    await ctx.db.insert(contactsTable, contactsTable.toRow(contactRules.initial({ tags }, made)));
  };
  await insert([]);
  await insert(['VIP', 'São "Paulo"']);
  await insert(['a\\nb', 'vip']);
  expect((await tags.list(ctx, { sort: 'name', limit: 100 })).data).toEqual([]);
  for (const statement of tagTriggers[dialect]('contacts', 'contact')) await writer.raw(statement);
  await insert(['vip', '2 > 1, \\\\n']);
  const { data } = await tags.list(ctx, { sort: 'name', limit: 100 });
  expect(data.map(({ name, contactCount }) => [name.toLowerCase(), contactCount])).toEqual([
    ['2 > 1, \\\\n', 1],
    ['a\\nb', 1],
    ['são "paulo"', 1],
    ['vip', 3],
  ]);
  for (const tag of data) {
    expect(tagsRoutes.get.responses[200].parse(tag)).toMatchObject({
      createdAt: '2026-11-20T06:30:00.000Z',
    });
    expect(tag.id).toMatch(/^tag_0[0-9A-F]{25}$/);
  }
});
