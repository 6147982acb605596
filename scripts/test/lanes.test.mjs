import { expect, test } from 'vitest';
import { inLanes } from '../gates/lanes.mjs';

test('gates run in their lanes, after those that they need, and not when one of those failed', async () => {
  const needs = { pack: ['build'], published: ['pack', 'tools'], sizes: ['build'] };
  const names = ['build', 'tools', 'pack', 'published', 'sizes', 'lint'];
  const results = async (broken, lanes = 2) => {
    const said = [];
    let running = 0;
    const run = async (name) => {
      running += 1;
      expect(running).toBeLessThanOrEqual(lanes);
      said.push(name);
      await undefined;
      running -= 1;
      return name !== broken;
    };
    const failed = await inLanes(names, { lanes, needs }, run, (line) => said.push(line));
    return { failed: failed.sort(), said: said.sort() };
  };

  expect(await results(undefined)).toEqual({ failed: [], said: names.toSorted() });
  expect(await results('pack')).toEqual({
    failed: ['pack', 'published'],
    said: ['build', 'lint', 'pack', 'sizes', 'skipped published: pack failed', 'tools'],
  });
  const skipped = ['skipped pack: build failed', 'skipped published: pack failed'];
  expect(await results('build', 1)).toEqual({
    failed: ['build', 'pack', 'published', 'sizes'],
    said: ['build', 'lint', ...skipped, 'skipped sizes: build failed', 'tools'],
  });
});
