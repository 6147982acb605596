// `npm run mutate`: breaks one guarantee at a time in a copy of the project and runs the tests that must
// notice. A mutation that survives, or no longer applies, fails the run. Names as arguments select.
import { spawnSync } from 'node:child_process';
import { whileChanged, withCopyOfProject } from './gates/copy.mjs';
import { mutations } from './mutations.mjs';
import { binOf, ensureInstalled } from './workspace.mjs';

ensureInstalled();
const names = process.argv.slice(2);
const chosen = mutations.filter(({ name }) => names.length === 0 || names.includes(name));
if (chosen.length === 0) {
  console.error(`There are: ${mutations.map(({ name }) => name).join(', ')}`);
  process.exit(2);
}

const survivors = await withCopyOfProject((copy) => {
  // Without titles, all tests of a file run. So files of mutations with titles have a run of their own.
  for (const hasTitles of [true, false]) {
    const group = chosen.filter(({ titles }) => (titles !== undefined) === hasTitles);
    if (group.length === 0) continue;
    const tests = [...new Set(group.flatMap((mutation) => mutation.tests))];
    const titles = hasTitles ? group.map((mutation) => mutation.titles).join('|') : undefined;
    const { status, stdout, stderr } = test(copy, tests, titles);
    if (status === 0) continue;
    console.error(`${stdout}${stderr}\nThe tests fail without any mutation.`);
    process.exitCode = 1;
    return [];
  }
  return chosen.filter((mutation) => survives(copy, mutation)).map(({ name }) => name);
});
if (survivors.length > 0) {
  console.error(`\nNobody noticed: ${survivors.join(', ')}`);
  process.exitCode = 1;
}

function survives(copy, { name, file, from, to, tests, titles }) {
  const result = whileChanged(copy, [[file, from, to]], () => test(copy, tests, titles));
  if (!result) return true;
  const { status, stdout } = result;
  const counts = /^\d+ passed, \d+ failed.*$/m.exec(stdout)?.[0] ?? 'no counts';
  const caught = status !== 0 && /^\d+ passed, [1-9]/m.test(counts);
  console.log(`${caught ? 'caught  ' : 'SURVIVED'}  ${name} (${counts})`);
  return !caught;
}

function test(folder, tests, titles) {
  // The first failure decides: a mutation is caught.
  const options = ['--bail', '1', ...(titles ? ['--testNamePattern', titles] : [])];
  return spawnSync(process.execPath, [binOf('vitest'), 'run', ...tests, ...options], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
}
