import { expect, test } from 'vitest';
import { freshDatabase } from '../../test/databases.ts';
import { textArray } from './text-array.ts';

test('Postgres reads the texts of a binary array, with quotes, nulls and empty ones', async () => {
  const { database } = await freshDatabase('Postgres');
  for (const texts of [['"a\\b"', '', null, 'NULL', '{,}', 'João 🙂\n'], ['{"a":"\\"b\\""}'], []]) {
    const { rows } = await database.writer.raw('select ?::text[] as texts', [textArray(texts)]);
    expect(rows).toEqual([{ texts }]);
  }
});
