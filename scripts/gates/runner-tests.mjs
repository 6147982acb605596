// Tests for the runners of users: they call every public function of the SDK and of the mocks.
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transform } from 'esbuild';

const sources = join(import.meta.dirname, 'consumers');

/** Puts them into a project, one file per runner, as TypeScript and as JavaScript. */
export async function placeRunnerTests(project) {
  cpSync(join(sources, 'runners'), project, { recursive: true });
  const source = readFileSync(join(sources, 'every-function.ts'), 'utf8');
  const write = (kind, text) => writeFileSync(join(project, `every-function.${kind}`), text);
  for (const kind of ['ts', 'mts', 'cts']) write(kind, source);
  for (const [kind, format] of Object.entries({ mjs: 'esm', cjs: 'cjs' })) {
    const { code } = await transform(source, { loader: 'ts', format, target: 'es2022' });
    write(kind, code);
  }
}
