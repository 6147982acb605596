// The bundle size of the SDK: minified and compressed, as shipped. And the length of the contract's types.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { ensureBuilt, root } from '../workspace.mjs';

const dist = join(root, 'packages/sdk/dist');

/** In thousands of bytes. A limit is raised on purpose, and never by accident: docs/decisions/0008-one-client-tier.md. */
const limits = [
  { what: 'the whole client', file: 'index.js', names: ['Parley'], limit: 12 },
  { what: 'errors', file: 'index.js', names: ['ParleyError', 'RateLimitError'], limit: 0.8 },
  { what: 'verifyWebhook', file: 'webhooks.js', names: ['verifyWebhook'], limit: 1.8 },
  { what: 'expressWebhook', file: 'webhooks.js', names: ['expressWebhook'], limit: 2.7 },
  { what: 'fetchWebhook', file: 'webhooks.js', names: ['fetchWebhook'], limit: 2.6 },
];

/**
 * In thousands of bytes for each resource: about 25 on average, and more than 50 when no schema has a name
 * (packages/contract/src/named.ts). A limit for the whole would have to be raised with each resource.
 */
const declarationLimit = 26;

/** In thousands of bytes, compressed: what a browser loads before it can show the first page of the console. */
const consoleLimits = { js: 100, css: 10 };

export async function checkSizes() {
  ensureBuilt(['contract', 'sdk', 'console']);
  const found = [];
  for (const item of limits) {
    const size = await sizeOf(join(dist, item.file), item.names);
    console.log(`${item.what.padEnd(18)} ${size.toFixed(3).padStart(6)} KB of ${item.limit}`);
    found.push(tooLarge(item, size));
  }
  const declarations = {
    what: "the contract's declarations per resource",
    limit: declarationLimit,
  };
  found.push(tooLarge(declarations, sizeOfDeclarations()));
  for (const [type, limit] of Object.entries(consoleLimits)) {
    const size = sizeOfFirstPage(type);
    console.log(`the console's first page, ${type} ${size.toFixed(1)} KB of ${limit}`);
    found.push(tooLarge({ what: `the console's first page, ${type},`, limit }, size));
  }
  const lines = found.filter((line) => line !== undefined);
  for (const line of lines) console.error(line);
  return found.length > 0 && lines.length === 0;
}

/** Returns the average of all resources; infinite when there is none. */
function sizeOfDeclarations() {
  const folder = join(root, 'packages/contract/dist');
  const files = readdirSync(folder).filter((file) => file.endsWith('.d.ts'));
  const text = files.map((file) => readFileSync(join(folder, file), 'utf8')).join('');
  const resources = text.match(/^declare const \w+Routes: \{/gm)?.length ?? 0;
  const size = text.length / 1_000 / resources;
  console.log(
    `the contract's declarations ${size.toFixed(1)} KB of ${declarationLimit} for each of ${resources} resources`,
  );
  return size;
}

/** Returns the compressed size of the files of a type that the page names; infinite when it names none. */
function sizeOfFirstPage(type) {
  const folder = join(root, 'packages/server/console');
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  const files = [...page.matchAll(new RegExp(`(?:src|href)="/([^"]+\\.${type})"`, 'g'))];
  const sizes = files.map(([, file]) => gzipSync(readFileSync(join(folder, file))).length);
  return sizes.length === 0 ? Infinity : sizes.reduce((sum, size) => sum + size, 0) / 1_000;
}

/** Returns the problem; undefined when the size is within its limit. */
export function tooLarge({ what, limit }, size) {
  return size <= limit ? undefined : `${what} is larger than ${limit} KB`;
}

/** Returns the bundled parts when these names are imported; throws for an unknown name. */
export async function sizeOf(file, names) {
  const { outputFiles } = await build({
    stdin: {
      contents: `export { ${names.join(', ')} } from ${JSON.stringify(file)}`,
      resolveDir: root,
    },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
    // Problems are thrown.
    logLevel: 'silent',
  });
  const sizes = outputFiles.map(({ contents }) => gzipSync(contents, { level: 9 }).length);
  return sizes.reduce((sum, size) => sum + size, 0) / 1_000;
}
