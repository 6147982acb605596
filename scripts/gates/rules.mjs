// Rules of this codebase that no linter has. Each rule has examples that it must refuse, because a rule that matches
// nothing would always pass.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesOfProject } from './files.mjs';

const server = 'packages/server/src/';
const isTest = /\.test(-d)?\.ts$|\/test\//;

export const rules = [
  {
    name: 'one way to import zod',
    why: "import * as z from 'zod': the named import defeats tree shaking.",
    applies: (file) => file.endsWith('.ts'),
    refuses: /import\s*(?:type\s*)?\{[^}]*\bz\b[^}]*\}\s*from 'zod'/,
    canary: ['packages/contract/src/canary.ts', "import { z } from 'zod';"],
  },
  {
    name: 'only doors make a TenantDb',
    why: 'forTenant is called where a request, a webhook of a provider, a job, a delivery or a command is admitted, nowhere else.',
    applies: (file) =>
      file.startsWith(server) &&
      !isTest.test(file) &&
      // A claimed delivery says whose it is, as a claimed job does.
      !/^(db\/|http\/authenticate|jobs\/worker|api-keys\/admission|webhook-endpoints\/worker|receivers\/receiver|sessions\/member-context|cli\/)/.test(
        file.slice(server.length),
      ),
    refuses: /\bforTenant\(/,
    canary: [`${server}messages/service.ts`, 'const db = system.forTenant(tenantId);'],
  },
  {
    name: 'one way from a tenant into another',
    why: 'Only tenancy/grants.ts enters the tenant of a client or of an agency: its functions check that the two belong together.',
    applies: (file) =>
      file.startsWith(server) &&
      !isTest.test(file) &&
      !/^(db\/tenant-db|tenancy\/grants)\.ts$/.test(file.slice(server.length)),
    refuses: /\bofTenant\(/,
    canary: [`${server}messages/service.ts`, 'const db = ctx.db.ofTenant(tenantId);'],
  },
  {
    name: 'tenant_id stays in SQL',
    why: 'Statements, TenantDb and the SQL of lists alone write it; a key and a job carry it to forTenant.',
    applies: (file) =>
      file.startsWith(server) &&
      !/^(db\/|jobs\/|crud\/(conditions|finders|page-sql)|api-keys\/admission|http\/authenticate)|\/statements\/|\/table\.ts$/.test(
        file.slice(server.length),
      ) &&
      !isTest.test(file),
    refuses: /\btenant_id\b/,
    canary: [`${server}messages/service.ts`, "select('messages').where({ tenant_id: id })"],
  },
  {
    name: 'time, chance and ids come from the context',
    why: 'Use ctx.now() and ctx.newId(): a test must be able to decide them.',
    applies: (file) =>
      file.startsWith(server) &&
      !isTest.test(file) &&
      // Files that create the context, and files that ask a network or a database for the time.
      !/^(cli|db|embeddings|outbound)\/|\/(statements\/|worker\.ts$)|^(deps|secrets)\.ts$|^http\/(client-error|idempotency|request-log)\.ts$/.test(
        file.slice(server.length),
      ),
    refuses: /new Date\(\)|Date\.now\(\)|Math\.random\(|randomUUID\(/,
    canary: [`${server}messages/service.ts`, 'const createdAt = new Date().toISOString();'],
  },
  {
    name: 'packages are entered by their doors',
    why: 'Import what package.json exports: a path into another package goes round its walls.',
    applies: (file) =>
      /^packages\/[^/]+\/src\//.test(file) &&
      // The tools of labs look inside the server, by these two files.
      !/^packages\/labs\/src\/server(-http)?\.ts$/.test(file),
    refuses:
      /from '(\.\.\/)+(packages\/)?(contract|domain|search|server|sdk|msw|conformance|labs|provider-simulator)\/(src|test|dist)\//,
    canary: ['packages/msw/src/canary.ts', "from '../../server/src/knowledge/search.ts'"],
  },
  {
    name: 'a table that is read by a text is a Map',
    why: 'A text may be `constructor`, which every object inherits. Read records of users with ownValue().',
    applies: (file) =>
      /^packages\/(contract|domain|msw|sdk|search|server)\/src\//.test(file) &&
      !isTest.test(file) &&
      // Published, and read by providerErrorOf; and the headers that the document describes.
      !/^packages\/contract\/src\/(provider-errors|openapi\/headers)\.ts$/.test(file),
    refuses: /^(export )?const \w+: (Readonly<|Partial<|\s)*Record<\s*string\b/m,
    canary: [
      'packages/domain/src/canary.ts',
      'const stages: Readonly<Record<string, string | undefined>> = {',
    ],
  },
  {
    name: 'random inputs have one seed',
    why: 'Pass `seed` of scripts/test/seed.ts to fast-check, not a number: otherwise CI depends on chance, or PROPERTY_SEED has no effect.',
    applies: (file) => file.endsWith('.ts'),
    // A call, and the further lines of its statement, which are indented, without `seed` among the settings.
    refuses:
      /^( *)(?! ).*?\bfc\s*\.(?:assert|check|sample|statistics)\((?!.*[{,] seed(?:,| \}|: \D)|.*\n(?:(?:\1 .*)?\n)*\1 (?:.*[{,])? *seed(?:,| \}|: \D))/m,
    canary: [
      'packages/domain/test/canary.test.ts',
      '  fc.assert(\n    property,\n    { numRuns: 9 },\n  );',
      '  return fc.assert(property);\n  const seed = 1;',
      "test('one', () => fc.check(property, { numRuns: 9 }));\nfc.assert(property, { seed });",
      'const drawn = () =>\n  fc.sample(text, {\n    numRuns: 9,\n    seed: 7,\n  });',
      '  await fc\n    .assert(property, { numRuns: 9 });',
      '  await fc.assert(\n    fc.property(fc.nat(), (seed) => draw(seed)),\n  );',
    ],
  },
  {
    name: 'URLs are parsed, not tested',
    why: 'Use parseUrl() of @parley/contract/schemas, or `new URL`: in Node 20, URL.canParse refuses letters such as ü after some thousand calls.',
    applies: (file) => /^packages\/[^/]+\/src\/.*\.tsx?$/.test(file),
    refuses: /\bURL\.canParse\(/,
    canary: ['packages/domain/src/canary.ts', 'const isLink = URL.canParse(text);'],
  },
  {
    name: 'no drawers',
    why: 'utils, helpers, common and shared say nothing. Name the file by what it holds.',
    applies: (file) => /(^|\/)(utils?|helpers?|common|shared|misc)(\.\w+$|\/)/.test(file),
    refuses: /^/,
    canary: ['packages/server/src/utils/strings.ts', ''],
  },
  {
    name: 'a TODO has an owner and a date',
    why: 'TODO(name, 2027-01-31): …',
    applies: (file) => /\.(m?[jt]sx?|md|ya?ml)$/.test(file),
    refuses: /\b(TODO|FIXME|XXX)\b(?!\(\w+, \d{4}-\d\d-\d\d\))/,
    canary: ['packages/sdk/src/canary.ts', `// ${'TODO'} later`],
  },
  {
    name: 'a type check that is switched off says why',
    why: '@ts-expect-error needs its reason on the same line.',
    // Of two doors one is there: an error that is expected of both would be one in itself.
    applies: (file) => file.endsWith('.ts') && !file.endsWith('/msw-request-handler.d.ts'),
    refuses: /@ts-(ignore|nocheck)|@ts-expect-error\s*$/m,
    canary: ['packages/sdk/src/canary.ts', `// @ts-${'ignore'}`],
  },
  {
    name: 'the lockfile names no host',
    why: 'Each installation chooses its registry.',
    applies: (file) => file === 'pnpm-lock.yaml',
    refuses: /\btarball:|resolution:.*https?:|\bfile:\//,
    canary: [
      'pnpm-lock.yaml',
      'resolution: {integrity: sha512-x, tarball: https://npm.example.com/zod.tgz}',
    ],
  },
];

/** Every violation as `file:line  rule: why`. */
export function violations(files, read = readProjectFile) {
  return files.flatMap((file) =>
    rules
      .filter((rule) => rule.applies(file))
      .flatMap((rule) => {
        const text = read(file);
        const at = text.search(rule.refuses);
        if (at < 0) return [];
        const line = text.slice(0, at).split('\n').length;
        return [`${file}:${line}  ${rule.name}: ${rule.why}`];
      }),
  );
}

export function checkRules() {
  const files = filesOfProject().filter((file) => file !== 'scripts/gates/rules.mjs');
  const found = violations(files);
  for (const line of found) console.error(line);
  if (files.length < 50) console.error(`only ${files.length} files to look at`);
  return found.length === 0 && files.length >= 50;
}

export function rulesWithoutEffect() {
  return rules
    .filter(({ name, canary: [file, ...texts] }) => {
      const isRefused = (text) =>
        violations([file], () => text).some((line) => line.includes(`  ${name}: `));
      return !texts.every(isRefused);
    })
    .map((rule) => rule.name);
}

function readProjectFile(file) {
  return readFileSync(join(import.meta.dirname, '../..', file), 'utf8');
}
