import { create, insert, search } from '@orama/orama';
import BetterSqlite3 from 'better-sqlite3';
import MiniSearch from 'minisearch';
import type { Collection } from './collection.ts';

/** A search engine that contains a collection. */
export interface Engine {
  readonly name: string;
  search(q: string): Promise<readonly string[]> | readonly string[];
}

const limit = 10;
/** How much more a title or question counts than a body: values from other measurements of these engines. */
const titleWeight = { faqs: 5, sources: 3 } as const;

/** Returns ready-made engines, with their defaults or with the settings that their guides recommend. */
export async function otherEngines(collection: Collection): Promise<Engine[]> {
  return [
    ...fts5(collection),
    miniSearch('MiniSearch', collection, {}),
    miniSearch('MiniSearch, fuzzy, prefix, boost 3', collection, {
      boost: { title: 3 },
      fuzzy: 0.2,
      prefix: true,
    }),
    await orama(collection),
  ];
}

function fts5({ documents, kind }: Collection): Engine[] {
  const db = new BetterSqlite3(':memory:');
  db.exec(`create virtual table docs using fts5 (id unindexed, title, body, tokenize = 'porter')`);
  const add = db.prepare('insert into docs values (?, ?, ?)');
  for (const { id, title, body } of documents) add.run(id, title, body);
  const read = db
    .prepare(
      `select id from docs where docs match ? order by bm25(docs, 0, ${titleWeight[kind]}, 1) limit ?`,
    )
    .pluck();
  // Puts each word in quotes: FTS5 accepts arbitrary input only in this form.
  const ask = (q: string, operator: string) => {
    const words = (q.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => `"${word}"`);
    // `pluck` answers the one column that is selected.
    return words.length === 0 ? [] : (read.all(words.join(operator), limit) as string[]);
  };
  return [
    { name: 'FTS5, all words', search: (q) => ask(q, ' ') },
    { name: 'FTS5, any word', search: (q) => ask(q, ' OR ') },
  ];
}

function miniSearch(name: string, { documents }: Collection, options: object): Engine {
  const index = new MiniSearch({ fields: ['title', 'body'] });
  index.addAll(documents);
  const ids = (q: string) => index.search(q, options).map(({ id }) => String(id));
  return { name, search: (q) => ids(q).slice(0, limit) };
}

async function orama({ documents }: Collection): Promise<Engine> {
  const db = create({ schema: { title: 'string', body: 'string' } as const });
  for (const { id, title, body } of documents) await insert(db, { id, title, body });
  return {
    name: 'Orama',
    async search(q) {
      const { hits } = await search(db, { term: q, limit });
      return hits.map(({ id }) => id);
    },
  };
}
