import { read } from './check/pages.ts';

const marked = /(?<=<!-- seeds -->\n)[^\n]*/g;

/** Returns the text with the names of all functions in the generated `NounSeeds` where `<!-- seeds -->` marks them. */
export function withSeedNames(
  text: string,
  seeds = read('packages/msw/src/generated/seeds.ts'),
): string {
  const names = [...seeds.matchAll(/^ {2}(\w+): SeedRecords</gm)].map(
    ([, name]) => `\`seed.${name}\``,
  );
  return text.replaceAll(marked, `${names.slice(0, -1).join(', ')} and ${names.at(-1)}.`);
}
