import { expect, test } from 'vitest';
import { read } from './check/pages.ts';
import { withSeedNames } from './seed-names.ts';

test('the README of the mocks names each function of `NounSeeds`, also a new one', () => {
  const readme = read('packages/msw/README.md');
  expect(withSeedNames(readme)).toBe(readme);
  const seeds =
    '  contacts: SeedRecords<A, B>;\n  tags: SeedRecords<A, B>;\n  views: SeedRecords<A, B>;';
  const names = '`seed.contacts`, `seed.tags` and `seed.views`.';
  expect(withSeedNames('<!-- seeds -->\nold\n\nnext', seeds)).toBe(
    `<!-- seeds -->\n${names}\n\nnext`,
  );
  expect(withSeedNames(readme, seeds)).toContain(names);
});
