import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const examples = join(import.meta.dirname, '../examples');
const names = readdirSync(examples, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

test.each(names)('the example %s starts with `npm start`', (name) => {
  const { scripts } = JSON.parse(readFileSync(join(examples, name, 'package.json'), 'utf8'));
  expect(scripts.start).toEqual(expect.any(String));
});
