import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { mutants } from './chaos/mutants.mjs';
import { mutations, mutationsIn } from './mutations.mjs';
import { root } from './workspace.mjs';

describe('mutations', () => {
  test.each(mutations)(
    '$name changes one place, and its tests exist',
    ({ file, from, to, tests }) => {
      const text = readFileSync(join(root, file), 'utf8');
      expect(text.split(from)).toHaveLength(2);
      expect(to).not.toBe(from);
      expect(tests).not.toEqual([]);
      expect(tests.filter((path) => !namesTests(path))).toEqual([]);
    },
  );

  test('refuses a line that is no part of a mutation', () => {
    const text =
      'packages/sdk/a.ts\n  a-fault\n    - one\n    -\n    - two\n    packages/sdk/test yes';
    const tests = { tests: ['packages/sdk/test'], titles: 'yes' };
    expect(mutationsIn(text)).toEqual([
      { name: 'a-fault', file: 'packages/sdk/a.ts', from: 'one\n\ntwo', to: '', ...tests },
    ]);
    const last = '    packages/sdk/test no';
    for (const line of [
      '   + three',
      '    + three',
      last,
      '    three',
      '  A fault',
      'scripts/a.mjs',
    ])
      expect(() => mutationsIn(`${text}\n${line}`), line).toThrow(line);
  });
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
