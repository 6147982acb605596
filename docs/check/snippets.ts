import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Fence, fencesOf, type Page, read, root } from './pages.ts';

/** Files whose code is run by the tests: only from these may a snippet come. */
const isRun = /^(examples\/.+\.ts|packages\/[\w-]+\/(test|src)\/.+\.ts|docs\/.+\.test\.ts)$/;
const code = new Set(['ts', 'js', 'tsx', 'json']);

/** Code that is not taken from a file that is run, or no longer says what that file says. */
export function staleSnippets({ text }: Page): string[] {
  return fencesOf(text).flatMap((fence) => {
    if (!code.has(fence.language)) return [];
    const problem = problemOf(fence);
    return problem ? [`line ${fence.line}: ${problem}`] : [];
  });
}

/** The lines of a file, or of one of its `// #region`s, without the indentation they share. */
export function snippet(source: string): string | undefined {
  const [file = '', region] = source.split('#');
  const lines = read(file).split('\n');
  if (region === undefined) return read(file);
  const first = lines.findIndex((line) => line.trim() === `// #region ${region}`);
  const length = lines.slice(first + 1).findIndex((line) => line.trim() === '// #endregion');
  if (first < 0 || length < 0) return undefined;
  const body = lines.slice(first + 1, first + 1 + length);
  const indents = body
    .filter((line) => line.trim())
    .map((line) => /^ */.exec(line)?.[0].length ?? 0);
  const indent = Math.min(...indents);
  return `${body.map((line) => line.slice(indent)).join('\n')}\n`;
}

function problemOf({ from, code }: Fence): string | undefined {
  if (from === undefined) return 'a snippet must come from a file: <!-- from: path#region -->';
  const [file = ''] = from.split('#');
  if (!isRun.test(file)) return `${file} is not run by the tests`;
  if (!existsSync(join(root, file))) return `${file} does not exist`;
  const source = snippet(from);
  if (source === undefined) return `${from}: there is no such region`;
  return source === code ? undefined : `the snippet differs from ${from}`;
}
