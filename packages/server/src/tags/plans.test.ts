import type { Contact, Tag } from '@parley/contract/schemas';
import { expect, onTestFinished, test } from 'vitest';
import { type Asked, askedPlans } from '../../test/asked-plans.ts';
import { copyRow } from '../../test/copy-rows.ts';
import { targets } from '../../test/databases.ts';
import { createScene, startQuiet } from '../../test/scene.ts';
import { findByTag } from '../db/tag-index.ts';
import { changeRecords, deleteTag, updateTag } from './service.ts';
import { tagsTable } from './table.ts';

// A tag may have a million records. On Postgres, few tags may have all rows.

const count = 3_000;
const batch = 100;
const isScan = /(SCAN|Seq Scan on) (tags|tag_uses|contacts)\b/;

const isOfUses = (text: string) => text.includes('tag_uses');
/** The SQL that the trigger of a changed record uses (0062-tags.ts). */
const removal = `delete from tag_uses where tenant_id = $1 and entity = $2 and record_id = $3
  and name_key = any (string_to_array($4, E'\n'))`;

test.each(targets)(
  'on %s, the counts, renames and deletions of a tag read the records with it by an index',
  async (target) => {
    const server = await startQuiet(target);
    onTestFinished(() => server.close());
    const scene = await createScene(server);
    const { ctx, call } = scene;
    const { writer } = server.deps.database;
    const contact = await call<Contact>('POST /contacts', { tags: ['everyone'] });
    const { id } = contact.json;
    await copyRow(server, { table: 'contacts', id }, { count, prefix: id.slice(0, -6) });
    await call('POST /contacts', { tags: ['rare', 'other'] });
    if (target === 'Postgres') await writer.raw('analyze contacts, tags, tag_uses');
    const { json } = await call<{ data: Tag[] }>('GET /tags');
    const idOf = (name: string) => String(json.data.find((tag) => tag.name === name)?.id);
    const former = async () => {
      const row = await ctx.db
        .select(tagsTable)
        .where({ replaced_by_id: idOf('everyone') })
        .first();
      return String(row?.id);
    };
    const asked: Asked[] = [];
    for (const work of [
      () => call(`GET /tags/${idOf('rare')}`),
      () => call('GET /tags'),
      () => ctx.db.run(findByTag, { entity: 'contact', keys: ['rare', 'absent'], most: 10 }),
      () => updateTag(ctx, idOf('rare'), { name: 'Rarely' }),
      () => deleteTag(ctx, idOf('other')),
      () => updateTag(ctx, idOf('everyone'), { name: 'All' }, { records: batch, ms: 60_000 }),
      async () => changeRecords(ctx, await former(), { records: batch }),
    ]) {
      asked.push(...(await askedPlans(work)));
    }
    expect(asked.length).toBeGreaterThan(40);
    for (const { plan, text } of asked) expect(plan, text).not.toMatch(isScan);
    if (target === 'SQLite') return;
    // Postgres may plan a prepared statement once for all tags. Where few tags have all rows, it reads the table.
    const ofUses = [...asked.map(({ text }) => text), removal].filter(isOfUses);
    for (const text of new Set(ofUses)) {
      const { rows } = await writer.raw(`explain (generic_plan) ${text}`);
      expect(JSON.stringify(rows), text).not.toMatch(isScan);
    }
  },
);
