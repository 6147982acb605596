// The test runners of users, which call every public function of the SDK and of the mocks.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runs } from '../processes.mjs';
import { catalogVersion } from '../tools.mjs';

export const runnerPackages = {
  '@types/jest': '30.0.0',
  jest: '30.5.2',
  'ts-jest': '29.4.15',
  typescript: catalogVersion('typescript'),
  vitest: catalogVersion('vitest'),
};

/** Returns a trial for each runner, with every Node, and one that has to fail. */
export function runnersIn(project, { nodes, bun, deno }) {
  configure(project);
  const run = (program, args, print) =>
    runs(program, args, { cwd: project, ...(print && { print }), env: plainEnvironment() });
  const withNodes = (what, args) =>
    nodes.map(({ version, program }) => ({
      name: `${what} on Node ${version}`,
      passes: () => run(program, args),
    }));
  const jest = 'node_modules/jest/bin/jest.js';
  return [
    ...withNodes('node:test', ['--test', 'node-test.mjs', 'node-test.cjs']),
    ...withNodes('Vitest', ['node_modules/vitest/vitest.mjs', 'run']),
    ...withNodes('Jest, CommonJS', [jest, '--config=jest.cjs.json']),
    ...withNodes('Jest, ES modules', ['--experimental-vm-modules', jest, '--config=jest.mjs.json']),
    ...withNodes('ts-jest, module: commonjs', [jest, '--config=ts-jest.json']),
    { name: 'bun test', passes: () => run(bun, ['test', './bun.test.ts']) },
    { name: 'Bun', passes: () => run(bun, ['sequential.mjs']) },
    { name: 'Deno', passes: () => run(deno, ['run', '-A', 'sequential.mjs']) },
    {
      name: 'a wrong expectation',
      fails: () => run(nodes[0].program, ['sequential.mjs', '--wrong'], () => {}),
    },
  ];
}

function configure(project) {
  const write = (name, value) => writeFileSync(join(project, name), JSON.stringify(value));
  const ofJest = (file, more) => ({ testMatch: [`<rootDir>/${file}`], transform: {}, ...more });
  write('jest.cjs.json', ofJest('jest.cjs'));
  write('jest.mjs.json', ofJest('jest.mjs', { moduleFileExtensions: ['mjs', 'js', 'cjs'] }));
  const compilerOptions = {
    module: 'commonjs',
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: ['jest', 'node'],
    strict: true,
    skipLibCheck: false,
  };
  write('ts-jest.json', {
    ...ofJest('ts-jest.ts', { moduleFileExtensions: ['ts', 'js', 'cjs'] }),
    transform: { '\\.ts$': ['ts-jest', { tsconfig: { ...compilerOptions } }] },
  });
  writeFileSync(
    join(project, 'vitest.config.mjs'),
    "export default { test: { include: ['vitest.mts'] } };\n",
  );
}

/** Without the environment variables of the runner that started this process. */
function plainEnvironment() {
  const { NODE_OPTIONS: _, VITEST: __, ...env } = process.env;
  return env;
}
