import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const examples = join(import.meta.dirname, '../examples');
const names = readdirSync(examples, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

test.each(names)('the example %s runs with `npm start` in its folder', (name) => {
  const { scripts } = JSON.parse(readFileSync(join(examples, name, 'package.json'), 'utf8'));
  expect(scripts.start).toEqual(expect.any(String));
  // The settings of the test runner name files of the root, so the tests run there.
  const inRoot = `node ../../scripts/test.mjs examples/${name}`;
  expect([undefined, inRoot]).toContain(scripts.test);
  for (const script of Object.values(scripts)) expect(script).not.toContain('vitest');
});
