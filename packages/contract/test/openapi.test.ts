import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { contract, sessionOnlyRoutes } from '../src/contract.ts';
import { openApiDocument } from '../src/openapi.ts';

interface Operation {
  operationId: string;
  parameters?: { $ref?: string; name?: string }[];
  requestBody?: unknown;
  responses: Record<string, { $ref?: string; headers?: Record<string, unknown> }>;
}

const document = openApiDocument();
const operations = Object.values(
  document.paths as Record<string, Record<string, Operation>>,
).flatMap((path) => Object.values(path));
const operation = (id: string) => operations.find(({ operationId }) => operationId === id);

test('the OpenAPI linter accepts the document, and refuses a wrong one', () => {
  // One path without its components: the linter takes seconds for a whole document.
  const wrong = {
    ...document,
    paths: Object.fromEntries(Object.entries(document.paths).slice(0, 1)),
    components: {},
  };
  const [right, refused] = lint([document, wrong]);
  expect(right).toMatchObject({ errors: 0, warnings: 0 });
  expect(refused?.errors).toBeGreaterThan(0);
});

test('every endpoint is an operation with its SDK name', () => {
  const endpoints = Object.entries(contract).flatMap(([noun, routes]) =>
    Object.keys(routes).map((name) => `${noun}.${name}`),
  );
  const found = operations.map(({ operationId }) => operationId);
  expect(found.sort()).toEqual([...endpoints, ...sessionOnlyRoutes.map(({ name }) => name)].sort());
});

test('an operation lists its possible failures and a default for new ones', () => {
  expect(Object.keys(operation('messages.get')?.responses ?? {})).toEqual([
    '200',
    '400',
    '401',
    '403',
    '404',
    '429',
    '431',
    '500',
    '503',
    'default',
  ]);
  expect(operation('messages.get')?.responses['404']).toEqual({
    $ref: '#/components/responses/NotFound',
  });
  expect(Object.keys(operation('messages.send')?.responses ?? {})).toEqual([
    '202',
    '400',
    '401',
    '403',
    '404',
    '409',
    '413',
    '415',
    '422',
    '429',
    '431',
    '500',
    '503',
    'default',
  ]);
});

test('the document says that an API key cannot create API keys', () => {
  const create = operation('apiKeys.create');
  expect(Object.keys(create?.responses ?? {}).filter((status) => status.startsWith('2'))).toEqual(
    [],
  );
  expect(JSON.stringify(document.components.responses)).toContain('SVC-SESSION-REQUIRED');
});

test('responses document the headers that clients read', () => {
  const quota = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'RateLimit-Policy'];
  const headers = (id: string, status: string) =>
    Object.keys(operation(id)?.responses[status]?.headers ?? {});
  expect(headers('messages.list', '200')).toEqual(['X-Request-Id', ...quota]);
  expect(headers('messages.send', '202')).toEqual([
    'X-Request-Id',
    ...quota,
    'Location',
    'Idempotent-Replayed',
  ]);
  expect(headers('channels.delete', '204')).toEqual(['X-Request-Id', ...quota]);
});

test('the document omits message types that are always refused', () => {
  const body = JSON.stringify(document.components.schemas['SendMessageBody']);
  expect(body).toContain('"const":"text"');
  expect(body).toContain('SVC-CONTENT-UNSUPPORTED');
  expect(body).not.toMatch(/"order"|"refused"/);
});

test('a server URL makes the addresses of the document absolute', () => {
  expect(openApiDocument({ serverUrl: 'https://parley.example.com' }).servers[0]?.url).toBe(
    'https://parley.example.com/api/v1',
  );
  expect(document.servers.map(({ url }) => url)).toEqual(['/api/v1', '/api']);
});

/** Returns what the linter, run once, counts in each document. */
function lint(documents: readonly unknown[]): { errors: number; warnings: number }[] {
  const folder = mkdtempSync(join(tmpdir(), 'parley-openapi-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const files = documents.map((_, place) => `${place}.json`);
  for (const [place, file] of files.entries()) {
    writeFileSync(join(folder, file), JSON.stringify(documents[place]));
  }
  const require = createRequire(import.meta.url);
  const manifest = require.resolve('@redocly/cli/package.json');
  const command = [join(dirname(manifest), 'bin/cli.js'), 'lint', ...files, '--format=json'];
  const config = join(import.meta.dirname, '../redocly.yaml');
  const { stdout } = spawnSync(process.execPath, [...command, `--config=${config}`], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });
  return [...stdout.matchAll(/"totals": (\{.*?\})/gs)].map(([, totals = '']) => JSON.parse(totals));
}
