import { describe, expect, test } from 'vitest';
import { freshDatabase, targets } from '../../test/databases.ts';
import { type Cell, readRowText, rowTextSql } from './row-text.ts';

const texts = [
  '',
  ' ',
  'plain',
  'a,b',
  '"quoted" ""twice""',
  'back\\slash \\\\ and \\"both\\"',
  '(1,2)',
  'two\nlines\ttab',
  'NULL',
  'Ação 🙂',
  ',',
  '"',
];

describe.each(targets)('a row as text on %s', (target) => {
  test('reads every cell as it was written', async () => {
    const { database } = await freshDatabase(target);
    const columns = texts.map((_, index) => `c${index}`);
    const named = columns.map((name) => `${target === 'SQLite' ? '?' : '?::text'} as ${name}`);
    const read = async (cells: readonly Cell[]) => {
      const sql = `select ${rowTextSql(database.dialect, columns)} as line from (select ${named.join()}) r`;
      const result = await database.reader.raw(sql, [...cells] as string[]);
      const [row] = (target === 'SQLite' ? result : result.rows) as { line: string }[];
      return readRowText(database.dialect, row?.line ?? '');
    };
    expect(await read(texts)).toEqual(texts);
    const withNulls = texts.map((text, index) => (index % 2 === 0 ? null : text));
    expect(await read(withNulls)).toEqual(withNulls);
    const onlyNulls = texts.map(() => null);
    expect(await read(onlyNulls)).toEqual(onlyNulls);
  });
});
