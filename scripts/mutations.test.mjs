import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { mutants } from './chaos/mutants.mjs';
import { mutations } from './mutations.mjs';
import { root } from './workspace.mjs';

describe('mutations', () => {
  test.each(mutations)(
    '$name changes one place, and its tests exist',
    ({ file, from, to, tests }) => {
      const text = readFileSync(join(root, file), 'utf8');
      expect(text.split(from)).toHaveLength(2);
      expect(to).not.toBe(from);
      expect(tests.filter((path) => !namesTests(path))).toEqual([]);
    },
  );
});

test.each(mutants)(
  'the mutant $name of the kill harness changes places that exist once',
  ({ file, edits }) => {
    const text = readFileSync(join(root, file), 'utf8');
    for (const [from] of edits) expect(text.split(from), from).toHaveLength(2);
  },
);

/** Vitest runs the files whose path begins with this one. */
function namesTests(path) {
  const names = readdirSync(join(root, dirname(path)));
  return names.some((name) => name.startsWith(basename(path)));
}
