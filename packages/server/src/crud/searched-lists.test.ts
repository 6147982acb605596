import { prepareList } from '@parley/conformance/fixtures';
import { listRoutes } from '@parley/conformance/routes';
import { createScene } from '@parley/conformance/scene';
import { describe, expect, test } from 'vitest';
import { askedPlans } from '../../test/asked-plans.ts';
import { copyRow } from '../../test/copy-rows.ts';
import { targets } from '../../test/databases.ts';
import { startQuiet } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import type { RowsIn } from '../db/table.ts';
import { tables } from '../generated/tables.ts';
import { indexMessages } from '../messages/index-texts.ts';

// Tests every list of the contract that can be searched by a text or a tag, with more rows than a request compares
// before it asks an index (page-sql.ts).

const count = 3_000;
const most = 2_500;

const twoDigits = (number: string) => `substr(cast(100 + ${number} as text), 2)`;
const time = ['n / 3600', 'n / 60 % 60', 'n % 60'].map(twoDigits).join(" || ':' || ");
/**
 * SQL of a time that differs for each copy `n` of a row. Postgres can then estimate how many rows a range of times has.
 */
const at = `'2020-01-01T' || ${time} || '.000Z'`;

const copy = "'copy ' || n";
/** SQL of the columns that are unique or that order the list, by table, other than `<field>_key`. */
const cells: Record<string, Record<string, string>> = {
  conversations: { thread: 'n + 1', last_message_desc: at },
  messages: { external_id: copy },
  tickets: { number: 'n + 1000' },
};

const commonTag = { tags: `'["common"]'`, tags_key: "'\ncommon\n'" };

/** The lists without an index of their texts, with the reason. */
const unindexed = new Map([
  ['templates.list q', 'a channel has few templates, and an index finds those of the channel'],
  ['agencyClients.list q', 'an agency creates at most 1,000 clients'],
]);

const searched = listRoutes.flatMap((route) => {
  const filters = ['q', 'tag', 'tagAll'].filter((filter) => route.query?.shape[filter]);
  const indexed = filters.filter((filter) => !unindexed.has(`${route.name} ${filter}`));
  return indexed.length > 0 ? [[route.name, { path: route.path, filters: indexed }] as const] : [];
});

/** Returns the SQL of the computed columns of a table by which its records are sorted or unique. */
const keysOf = (table: string) => {
  const declared: readonly RowsIn<object>[] = Object.values(tables);
  const columns = declared.find(({ name }) => name === table)?.columns ?? [];
  const keys = columns.filter((name) => /(?<!^(search|tags|text))_key$/.test(name));
  return Object.fromEntries(keys.map((name) => [name, copy]));
};

/** Returns the table of a list: `/segments/:id/contacts` lists contacts. */
const tableOf = (path: string) =>
  path
    .replace(/^.*:id/, '')
    .slice(1)
    .replace(/\W/g, '_');

describe.each(targets)('on %s', (target) => {
  const server = serverOfTests(() => startQuiet(target));

  test.each(searched)('%s finds a rare text and a rare tag by an index', async (name, given) => {
    const scene = await createScene(server);
    const { request, insert } = await prepareList(scene, name);
    await insert(0);
    const list = async (query: Record<string, string>) => {
      const { status, json } = await scene.call(name, { ...request, query });
      expect(status).toBe(200);
      return json as { data: { id: string }[]; nextCursor: string | null };
    };
    const id = String((await list({})).data[0]?.id);
    const table = tableOf(given.path);
    const tagged = given.filters.includes('tag') ? commonTag : {};
    const times = { created_at: at, updated_at: at };
    const own = { ...times, ...keysOf(table), ...tagged, ...cells[table] };
    await copyRow(server, { table, id }, { count, prefix: id.slice(0, -6), cells: own });
    const { writer } = server.deps.database;
    await indexMessages(server.deps.system, { least: 1, batches: 100 });
    if (target === 'Postgres') await writer.raw(`analyze ${table}, tag_uses`);
    // A contact is found by each form of a number.
    const texts = (filter: string) => [
      'absent zyx',
      ...(filter === 'q' ? ['+55 11 8765-4321'] : []),
    ];
    const values = given.filters.flatMap((filter) =>
      texts(filter).map((text) => [filter, text] as const),
    );
    for (const [filter, value] of values) {
      const asked = await askedPlans(async () => {
        const page = await list({ [filter]: value });
        expect(page).toMatchObject({ data: [], nextCursor: null });
      });
      for (const { plan, text } of asked) {
        expect(plan, text).not.toMatch(new RegExp(`(SCAN|Seq Scan on) (${table}|tag_uses)\\b`));
      }
      const looked = asked.reduce((sum, one) => sum + one.looked, 0);
      expect([filter, asked.length > 0, looked < most]).toEqual([filter, true, true]);
    }
  });
});
