// Tests of the gates: a gate that detects nothing is worse than no gate. Each gate must refuse the error that this
// script adds to a copy of the project, with the settings of the project.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isNoticed, mutants } from '../chaos/mutants.mjs';
import { binOf } from '../workspace.mjs';
import { plant, withCopyOfProject } from './copy.mjs';
import { isLicensed, librariesIn } from './licenses.mjs';
import { builtinsIn } from './portable.mjs';
import { attw, missingDoors, namesAny, publint } from './published.mjs';
import { rulesWithoutEffect } from './rules.mjs';
import { missedByRuns } from './run-canaries.mjs';
import { refusedIn } from './site.mjs';
import { sizeOf, tooLarge } from './sizes.mjs';
import { typeErrors, unseen } from './types.mjs';

/** True when every gate refused its canary. The gates `fresh`, `lint` and `unused` are their own canaries. */
export function checkCanaries() {
  return withCopyOfProject(async (copy) => {
    const missed = [
      ...missedByRules(),
      ...(await missedByTypes(copy)),
      ...(await missedBySizes(copy)),
      ...(await missedByPublished(copy)),
      ...(await missedByPortable(copy)),
      ...missedByTests(copy),
      ...missedByDocs(copy),
      ...missedByChaos(copy),
      ...missedByRuns(copy),
    ];
    for (const line of missed) console.error(`not refused: ${line}`);
    return missed.length === 0;
  });
}

function missedByRules() {
  return rulesWithoutEffect().map((rule) => `rules, ${rule}`);
}

async function missedByTypes(copy) {
  const wrongs = [
    'export const index: string = ([] as string[])[0];',
    'export const exact: { a?: string } = { a: undefined };',
    'export const text: string = 1;',
  ];
  const files = wrongs.map((_, index) => `packages/conformance/src/canary-${index}.ts`);
  for (const [index, file] of files.entries()) plant(copy, file, `${wrongs[index]}\n`);
  // The settings of the whole project, without its files: tsc reads the canaries only.
  const project = 'tsconfig.canaries.json';
  plant(copy, project, JSON.stringify({ extends: './tsconfig.json', include: files }));
  const { errors } = await typeErrors(copy, project);
  for (const file of [...files, project]) rmSync(join(copy, file));
  const missed = wrongs.filter(
    (_, index) => !errors.some((error) => error.includes(`canary-${index}.ts`)),
  );
  if (unseen(['canary/canary.ts'], []).length === 0) missed.push('a file that no project has');
  return missed.map((wrong) => `types, ${wrong}`);
}

async function missedBySizes(copy) {
  const file = join(copy, 'canary-size.js');
  // Random data that does not compress, and an unused export.
  const noise = randomBytes(3_000).toString('base64');
  plant(copy, 'canary-size.js', `export const large = '${noise}';\nexport const small = 1;\n`);
  const sizes = [await sizeOf(file, ['large']), await sizeOf(file, ['small'])];
  const isMissing = await sizeOf(file, ['absent']).catch(() => undefined);
  rmSync(file);
  const missed = [];
  if (tooLarge({ what: 'canary', limit: 2.9 }, sizes[0]) === undefined)
    missed.push('sizes, 3 KB of 2.9');
  if (tooLarge({ what: 'canary', limit: 0.1 }, sizes[1]) !== undefined)
    missed.push('sizes, what is not used');
  if (tooLarge({ what: 'canary', limit: 1 }, Number.NaN) === undefined)
    missed.push('sizes, no size');
  if (isMissing !== undefined) missed.push('sizes, a name that does not exist');
  return missed;
}

async function missedByPublished(copy) {
  const broken = {
    name: 'canary',
    version: '1.0.0',
    type: 'module',
    exports: { types: './index.d.ts', import: './index.js', require: './missing.cjs' },
  };
  plant(copy, 'canary/package.json', JSON.stringify(broken));
  plant(copy, 'canary/index.js', 'export const one = 1;\n');
  plant(copy, 'canary/index.d.ts', 'export declare const one: number;\n');
  const folder = join(copy, 'canary');
  spawnSync('npm', ['pack', '--silent'], { cwd: folder, shell: process.platform === 'win32' });
  const tarball = join(folder, 'canary-1.0.0.tgz');
  if (!existsSync(tarball)) return ['publint and attw: the canary was not packed'];
  const quiet = () => {};
  const missed = [];
  if (await publint(tarball, quiet)) missed.push('publint, a missing entry');
  if (await attw(tarball, quiet)) missed.push('attw, an ESM type for a CJS door');
  if (missingDoors(folder).join() !== './missing.cjs') missed.push('published, a missing door');
  rmSync(folder, { recursive: true });
  const script =
    '  // ../../node_modules/.pnpm/@a+b@1.0.0/node_modules/@a/b/dist/index.js\nvar b = 1;\n';
  if (librariesIn([script]).join() !== '@a/b') missed.push('licences, a library that is bundled');
  if (
    isLicensed(
      '@a/b',
      'Licences:\n\n@a/b 1.0.0 (MIT)\n----\n\n\n@a/c 1.0.0 (MIT)\n----\n\nCopyright',
    )
  )
    missed.push('licences, one without its text');
  const types = [
    'declare const one: any;',
    'declare function two(): Promise<any>;',
    'declare const three: () => any;',
    'type Four = any;',
    '/** One. */ type Five = string & any; // Five',
  ];
  for (const wrong of types.filter((text) => !namesAny(text))) missed.push(`published, ${wrong}`);
  if (namesAny('/** Takes\n any text. */\ntype Six = string; // Of any length.'))
    missed.push('published, the word "any" in a comment');
  return [...missed, ...missedBySite()];
}

function missedBySite() {
  const wrongs = [
    '<script>run()</script>',
    '<script src="https://cdn.example.com/a.js"></script>',
    '<link rel="stylesheet" href="//fonts.example.com/a.css">',
  ];
  const right = '<script src="/docs/assets/a.js"></script><a href="https://example.com">a</a>';
  const missed = wrongs.filter((html) => refusedIn(html).length !== 1);
  if (refusedIn(right).length > 0) missed.push(`what is right: ${right}`);
  return missed.map((html) => `published, ${html}`);
}

async function missedByPortable(copy) {
  const wrongs = [
    "import 'node:fs';",
    "import { once } from 'events';",
    "require('timers/promises');",
  ];
  const files = wrongs.map((wrong, index) => {
    plant(copy, `canary-node-${index}.js`, `${wrong}\n`);
    return join(copy, `canary-node-${index}.js`);
  });
  const found = await builtinsIn(files);
  for (const file of files) rmSync(file);
  return wrongs
    .filter((_, index) => !found.some((line) => line.includes(`canary-node-${index}.js`)))
    .map((wrong) => `published, ${wrong}`);
}

function missedByTests(copy) {
  const texts = {
    'scripts/canary.test.ts':
      "import { expect, test } from 'vitest';\ntest('is false', () => expect(true).toBe(false));\n",
    'scripts/canary-unloaded.test.ts': "import './not-there.ts';\n",
  };
  const files = Object.keys(texts);
  for (const file of files) plant(copy, file, texts[file]);
  const { status, stdout } = vitest(copy, files, 'SQLite');
  for (const file of files) rmSync(join(copy, file));
  const missed = [];
  if (status === 0 || !/^0 passed, 3 failed$/m.test(stdout)) missed.push('tests, three failures');
  if (!stdout.includes('failed: scripts/canary.test.ts > is false')) {
    missed.push('tests, a failing test');
  }
  if (!stdout.includes('failed: scripts/canary-unloaded.test.ts: ')) {
    missed.push('tests, a file that does not load');
  }
  if (!/SQLite +nothing ran/.test(stdout)) missed.push('tests, a target without tests');
  return missed;
}

function vitest(folder, args, targets) {
  return spawnSync(process.execPath, [binOf('vitest'), 'run', ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, PARLEY_TEST_TARGETS: targets },
  });
}

function missedByDocs(copy) {
  const check = join(copy, 'docs/check.ts');
  if (!existsSync(check)) return ['docs, there is no docs/check.ts'];
  const pages = [
    { text: 'Read `packages/server/src/not-there.ts`.', problem: 'there is no packages/' },
    { text: 'Whoever reads this is lost.', problem: 'write the actor' },
    { text: '```mermaid\nflowchart LR\n  a[\n```', problem: 'Mermaid refuses' },
    {
      text: '```mermaid\nflowchart LR\n  a["not-there.ts"]\n```',
      problem: 'the code has no not-there',
    },
  ];
  const sources = [
    { text: '/** Whoever reads this is lost. */', problem: 'write the actor' },
    { text: "throw new Error('Nobody is told of this error.');", problem: 'write "notified"' },
    { text: "test('nobody waits for it', () => {});", problem: 'write the subject' },
  ];
  const page = 'docs/canary.md';
  const source = 'packages/sdk/src/canary.ts';
  plant(copy, page, `${['# Canary', ...pages.map(textOf)].join('\n\n')}\n`);
  plant(copy, source, `${sources.map(textOf).join('\n')}\n`);
  const { status, stderr } = spawnSync(process.execPath, [binOf('tsx'), check, page, source], {
    cwd: copy,
    encoding: 'utf8',
  });
  rmSync(join(copy, page));
  rmSync(join(copy, source));
  const isMissed = (file) => (wrong) =>
    status === 0 || !new RegExp(`^${file}: (line \\d+: )?${wrong.problem}`, 'm').test(stderr);
  const missed = [
    ...pages.filter(isMissed('docs/canary\\.md')),
    ...sources.filter(isMissed('packages/sdk/src/canary\\.ts')),
  ];
  return missed.map(({ text }) => `docs, ${text}`);
}

function textOf({ text }) {
  return text;
}

/** The mutant that shows after the fewest kills, on the database that starts the quickest. */
function missedByChaos(copy) {
  const mutant = mutants.find(({ name }) => name === 'settle-before-post');
  const few = { database: 'sqlite', kills: 8, seconds: 60 };
  const isMissed = !mutant || !isNoticed(copy, mutant, few);
  return isMissed ? ['chaos, deliveries settled before they are sent'] : [];
}
