import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { expect, onTestFinished, test } from 'vitest';
import { withSources } from './sources.ts';

test('the stack of an error of a bundle names the places in its sources', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-sources-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [source, bundle] = [join(folder, 'fault.ts'), join(folder, 'bundle.cjs')];
  writeFileSync(source, "interface One {}\n\nthrow new Error('planted') as One;\n");
  buildSync({ entryPoints: [source], outfile: bundle, format: 'cjs', sourcemap: 'external' });
  const { stderr } = spawnSync(process.execPath, [bundle], { encoding: 'utf8' });
  expect(stderr).toMatch(/bundle\.cjs:\d+:\d+\)/);
  expect(withSources(stderr, bundle)).toMatch(/\(fault\.ts:3:7\)/);
});

test('output without such places stays unchanged, without a map', () => {
  expect(withSources('ended by itself with 1', 'missing.cjs')).toBe('ended by itself with 1');
});
