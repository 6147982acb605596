// Code that Biome must refuse, one example for each import rule, and a few lines that it must accept.
const wall = 'lint/style/noRestrictedImports';
const server = 'packages/server/src';

/** `refusedBy` is undefined for valid code. */
export const lintCanaries = [
  walled('packages/contract/src/canary/things.ts', '@ts-rest/core'),
  walled('packages/contract/src/canary/node.ts', 'node:fs'),
  walled('packages/contract/src/canary/sdk.ts', '@parley/sdk'),
  walled('packages/domain/src/canary/server.ts', '@parley/server'),
  walled('packages/domain/src/canary/contract.ts', '@parley/contract'),
  walled('packages/domain/src/canary/node.ts', 'node:crypto'),
  walled('packages/search/src/canary/server.ts', '@parley/server'),
  walled('packages/search/src/canary/contract.ts', '@parley/contract/schemas'),
  walled('packages/search/src/canary/node.ts', 'node:timers/promises'),
  walled('packages/conformance/src/canary/server.ts', '@parley/server'),
  walled('packages/conformance/src/canary/msw.ts', '@parley/msw'),
  walled('packages/conformance/src/canary/deep.ts', '@parley/contract/src/messages.ts'),
  {
    file: 'packages/conformance/src/canary/rule.ts',
    text: "import { erasedText } from '@parley/domain';\n\nexport const text = erasedText;\n",
    refusedBy: wall,
  },
  {
    file: 'packages/conformance/src/canary/table.ts',
    text: "import { dealTransitions } from '@parley/domain';\n\nexport const table = dealTransitions;\n",
    refusedBy: undefined,
  },
  walled('packages/labs/src/canary/deep.ts', '@parley/contract/src/messages.ts'),
  walled('packages/labs/src/canary/server.ts', '../../../server/src/deps.ts'),
  walled('packages/provider-simulator/src/canary/contract.ts', '@parley/contract/schemas'),
  walled('packages/msw/src/canary/server.ts', '@parley/server'),
  walled('packages/msw/src/canary/sdk.ts', '@parley/sdk'),
  walled('packages/sdk/src/canary/zod.ts', 'zod'),
  walled('packages/sdk/src/canary/contract.ts', '@parley/contract'),
  walled('packages/sdk/src/canary/rest.ts', '@ts-rest/core'),
  walled('packages/sdk/src/canary/server.ts', '@parley/server'),
  walled('packages/sdk/src/canary/msw.ts', '@parley/msw'),
  walled('packages/sdk/src/canary/node.ts', 'node:crypto'),
  walled('packages/sdk/src/canary/node-deep.ts', 'node:fs/promises'),
  walled(`${server}/canary/rule.ts`, 'knex'),
  walled(`${server}/canary/driver.ts`, 'better-sqlite3'),
  walled(`${server}/canary/http.ts`, 'express'),
  walled(`${server}/canary/client.ts`, '@parley/sdk'),
  walled(`${server}/canary/simulator.ts`, '@parley/provider-simulator'),
  walled(`${server}/http/canary.ts`, 'knex'),
  walled(`${server}/http/canary-noun.ts`, '../messages/service.ts'),
  walled(`${server}/http/canary-statement.ts`, '../messages/statements/take-turn.ts'),
  walled(`${server}/db/canary.ts`, 'express'),
  walled(`${server}/db/canary-noun.ts`, '../messages/repository.ts'),
  walled(`${server}/db/canary-table.ts`, '../messages/table.ts'),
  walled(`${server}/db/canary-jobs.ts`, '../jobs/queue.ts'),
  walled(`${server}/db/canary-statement.ts`, '../events/statements/append-events.ts'),
  walled(`${server}/db/migrations/canary.ts`, '../../messages/table.ts'),
  walled(`${server}/jobs/canary.ts`, '../messages/jobs.ts'),
  walled(`${server}/jobs/canary-http.ts`, '../http/errors.ts'),
  walled(`${server}/tenancy/canary.ts`, '../messages/service.ts'),
  walled(`${server}/canary-a/routes.ts`, './repository.ts'),
  walled(`${server}/canary-b/routes.ts`, 'express'),
  walled(`${server}/canary-c/routes.ts`, '../http/errors.ts'),
  walled(`${server}/canary-d/routes.ts`, '../messages/service.ts'),
  walled(`${server}/canary-f/routes.ts`, './statements/read-things.ts'),
  walled(`${server}/canary-a/service.ts`, '../messages/repository.ts'),
  walled(`${server}/canary-b/service.ts`, '../http/errors.ts'),
  walled(`${server}/canary-c/service.ts`, 'knex'),
  walled(`${server}/canary-d/service.ts`, '../messages/statements/take-turn.ts'),
  walled(`${server}/canary-a/table.ts`, './service.ts'),
  walled(`${server}/canary-a/statements/read-things.ts`, '../service.ts'),
  walled(`${server}/canary-b/statements/read-things.ts`, '../../messages/service.ts'),
  walled(`${server}/canary-c/statements/read-things.ts`, '../../http/errors.ts'),
  walled(`${server}/canary-d/statements/read-things.ts`, 'pg'),
  walled(`${server}/canary-a/repository.ts`, './service.ts'),
  walled(`${server}/canary-b/repository.ts`, '../messages/repository.ts'),
  walled(`${server}/canary-c/repository.ts`, 'knex'),
  allowed(
    `${server}/canary-e/routes.ts`,
    './service.ts',
    '../http/implement.ts',
    '@parley/contract',
  ),
  allowed(
    `${server}/canary-e/service.ts`,
    './repository.ts',
    '../channels/service.ts',
    '../jobs/queue.ts',
  ),
  allowed(
    `${server}/canary-e/statements/read-things.ts`,
    '../../db/statement.ts',
    '../../jobs/statements/enqueue-job.ts',
    '../table.ts',
  ),
  allowed(`${server}/canary-e/repository.ts`, '../db/tenant-db.ts', '@parley/contract'),
  allowed(`${server}/db/canary-driver.ts`, './columns.ts', 'knex'),
  allowed(`${server}/db/migrations/canary-columns.ts`, '../columns.ts'),
  cycle('packages/conformance/src/canary-cycle-a.ts', './canary-cycle-b.ts'),
  cycle('packages/conformance/src/canary-cycle-b.ts', './canary-cycle-a.ts'),
  typeCycle('packages/conformance/src/canary-types-c.ts', './canary-types-d.ts'),
  typeCycle('packages/conformance/src/canary-types-d.ts', './canary-types-c.ts'),
  {
    file: 'packages/conformance/src/canary-format.ts',
    text: 'export const a = {b:1}\n',
    refusedBy: 'format',
  },
  refused('unused', 'const unused = 1;\n', 'correctness/noUnusedVariables'),
  refused('any', 'export const value: any = 1;\n', 'suspicious/noExplicitAny'),
  refused('default', 'export default 1;\n', 'style/noDefaultExport'),
  refused('barrel', "export * from './canary-any.ts';\n", 'performance/noBarrelFile'),
  refused(
    'extension',
    "export const load = () => import('./canary-any');\n",
    'correctness/useImportExtensions',
  ),
  refused('undeclared', "import 'left-pad';\n", 'correctness/noUndeclaredDependencies'),
  refused(
    'promise',
    'async function work(): Promise<void> {}\n\nexport function start() {\n  work();\n}\n',
    'nursery/noFloatingPromises',
  ),
  refused('Case', 'export const a = 1;\n', 'style/useFilenamingConvention'),
  refused('long', `${'\n'.repeat(301)}export const a = 1;\n`, 'style/noExcessiveLinesPerFile'),
  {
    file: 'packages/sdk/src/canary-console.ts',
    text: "console.log('key');\n",
    refusedBy: 'lint/suspicious/noConsole',
  },
];

function walled(file, specifier) {
  return { file, text: `import '${specifier}';\n`, refusedBy: wall };
}

function allowed(file, ...specifiers) {
  const text = specifiers.toSorted().map((specifier) => `import '${specifier}';\n`);
  return { file, text: text.join(''), refusedBy: undefined };
}

function cycle(file, other) {
  const name = (path) => /(\w)\.ts$/.exec(path)?.[1];
  return {
    file,
    text: `import { ${name(other)} } from '${other}';\n\nexport const ${name(file)} = () => ${name(other)};\n`,
    refusedBy: 'lint/suspicious/noImportCycles',
  };
}

function typeCycle(file, other) {
  const name = (path) => /(\w)\.ts$/.exec(path)?.[1].toUpperCase();
  return {
    file,
    text: `import type { ${name(other)} } from '${other}';\n\nexport interface ${name(file)} {\n  other: ${name(other)};\n}\n`,
    refusedBy: 'lint/suspicious/noImportCycles',
  };
}

/** In the server, because conformance files may be long. */
function refused(name, text, rule) {
  return { file: `${server}/canary-${name}.ts`, text, refusedBy: `lint/${rule}` };
}
