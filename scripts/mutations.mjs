import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, 'mutations');

/**
 * Mutations that tests must detect, of all files in `scripts/mutations`. A file of the code is followed by its mutations:
 *
 *     packages/sdk/src/core/attempt.ts
 *       name-of-the-fault
 *         - lines of the file, or a part of them
 *         + the lines that replace them; without any, they are removed
 *         packages/sdk/test/no-answer.test.ts part of the titles
 *
 * The last line names the tests that must fail, and narrows them to those whose title matches. Lines with `#` are comments.
 */
export const mutations = readdirSync(folder).flatMap((name) =>
  mutationsIn(readFileSync(join(folder, name), 'utf8')),
);

/** Returns the mutations in a text of this form. Throws at a line that has another form. */
export function mutationsIn(text) {
  const found = [];
  let file;
  for (const line of text.split('\n')) {
    const change = /^ {4}([-+])(?: (.*))?$/.exec(line);
    const tests = /^ {4}((?:packages\/\S+ ?)+)(.*)$/.exec(line);
    const last = found.at(-1);
    if (/^packages\/\S+$/.test(line)) file = line;
    else if (/^ {2}[a-z0-9-]+$/.test(line))
      found.push({ name: line.trim(), file, from: [], to: [], tests: [] });
    else if ((change || tests) && last.tests.length > 0)
      throw new Error(`the mutation ${last.name} ends with its tests, before this line: ${line}`);
    else if (change) last[change[1] === '-' ? 'from' : 'to'].push(change[2] ?? '');
    else if (tests)
      Object.assign(last, { tests: tests[1].trim().split(' '), titles: tests[2] || undefined });
    else if (!/^(#.*)?$/.test(line)) throw new Error(`a mutation cannot have this line: ${line}`);
  }
  return found.map(({ from, to, ...rest }) => ({
    ...rest,
    from: from.join('\n'),
    to: to.join('\n'),
  }));
}
