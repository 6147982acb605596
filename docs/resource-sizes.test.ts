import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { filesOfResource, linesIn } from '../scripts/count.ts';
import { read, root } from './check/pages.ts';
import { plainResource, withSizes } from './resource-sizes.ts';

const page = read('docs/adding-an-endpoint.md');

test('the tables of resources have the present numbers of files and lines', () => {
  expect(page.match(/^\| `[a-z-]+` +\| +[\d,]+ \| +[\d,]+ \|/gm)).toHaveLength(6);
  expect(withSizes(page)).toBe(page);
  const wrong = page.replace(/^(\| `tags` +\| +)\d+/m, (_row, start: string) => `${start}99`);
  expect(withSizes(wrong)).toBe(page);
});

test('`npm run count -- resource` prints each file of a resource with its lines, and their sum', () => {
  const program = ['--import', 'tsx', 'scripts/count.ts', 'resource', 'tags'];
  const printed = execFileSync(process.execPath, program, { cwd: root, encoding: 'utf8' });
  const counted = filesOfResource('tags');
  const rows = counted.map(({ file, lines }) => `${String(lines).padStart(6)}  ${file}`);
  const sum = `${counted.length} files edited by hand, ${linesIn(counted)} lines`;
  expect(printed).toBe(`${[...rows, sum].join('\n')}\n`);
});

test('a release, which deletes the changesets, changes no count', () => {
  const named = filesOfResource('canned-responses').map(({ file }) => file);
  expect(`${named} ${page}`).not.toMatch(/\.changeset\/[a-z]/);
});

test.each(['canned-responses', 'segments', 'notes'])(
  '%s costs at most the budget of a plain resource',
  (name) => {
    const counted = filesOfResource(name);
    expect(counted.length).toBeGreaterThan(8);
    expect(counted.length).toBeLessThanOrEqual(plainResource.files);
    expect(linesIn(counted)).toBeLessThanOrEqual(plainResource.lines);
  },
);
