import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';

const folder = resolve(import.meta.dirname, '../src');

/** Minified and compressed, as a bundler would ship it to where size counts. */
async function bundleKb(contents: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: folder },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    conditions: ['parley:source'],
    write: false,
  });
  return outputFiles.reduce(
    (sum, file) => sum + gzipSync(file.contents, { level: 9 }).length / 1_000,
    0,
  );
}

describe('a bundle stays small', () => {
  test.each([
    ['the whole client', `export { Parley } from './index.ts'`, 12],
    ['webhooks', `export { verifyWebhook } from './webhooks.ts'`, 1.5],
    ['the errors', `export { ParleyError, RateLimitError } from './index.ts'`, 0.8],
  ])('%s', async (_, contents, limitKb) => {
    expect(await bundleKb(contents)).toBeLessThan(limitKb);
  });
});
