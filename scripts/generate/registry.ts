import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/** Something that a file exports. */
export interface Export {
  name: string;
  /** Path below the folder that is read, such as `contacts.ts`. */
  file: string;
}

/** One generated file: a list of all exports of some form in the files of a folder. */
export interface Registry {
  /** File to write. */
  to: string;
  /** Folder to read, with its subfolders. */
  from: string;
  /** Finds the exports in the text of a file: the first group is the name. */
  pattern: RegExp;
  /** Files that are left out, by their path below the folder. Tests and generated files always are. */
  except?: RegExp;
  /** By default in the order of the files, and of the text of each file. */
  compare?(a: Export, b: Export): number;
  /** Returns the file without its header; `importOf` returns the path by which it imports a file. */
  write(found: readonly Export[], importOf: (file: string) => string): string;
}

const header =
  '// Written by `npm run build:docs` (scripts/generate/registry-list.ts). Do not edit.\n';

/** Returns the text of a generated list. Reads sources as text, so that none of them has to run. */
export function textOf(
  { to, from, pattern, except, compare, write }: Registry,
  root: string,
): string {
  const found = filesUnder(join(root, from))
    .filter((file) => join(from, file) !== join(to) && !except?.test(file))
    .flatMap((file) => exportsIn(readFileSync(join(root, from, file), 'utf8'), file, pattern));
  if (found.length === 0) throw new Error(`${to}: nothing in ${from} matches ${pattern}.`);
  const folder = relative(join(root, dirname(to)), join(root, from)).replaceAll(sep, '/');
  const prefix = folder.startsWith('.') ? folder : `./${folder}`;
  const importOf = (file: string) => `${prefix}/${file}`.replace('.//', './');
  return `${header}${write(compare ? found.sort(compare) : found, importOf)}`;
}

/** Returns one import per file. */
export function imports(found: readonly Export[], importOf: (file: string) => string): string[] {
  return filesOf(found).map((file) => {
    const names = found.filter((item) => item.file === file).map(({ name }) => name);
    return `import { ${names.sort().join(', ')} } from '${importOf(file)}';`;
  });
}

/** Returns the files of these exports, sorted. */
export function filesOf(found: readonly Export[]): string[] {
  const files = found.map(({ file }) => file.slice(0, -'.ts'.length));
  return [...new Set(files)].sort().map((file) => `${file}.ts`);
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(({ name }) => name.endsWith('.ts') && !/\.test(-d)?\.ts$/.test(name))
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/'))
    .filter((file) => !file.startsWith('generated/'))
    .sort();
}

function exportsIn(text: string, file: string, pattern: RegExp): Export[] {
  return [...text.matchAll(pattern)].map(([, name = '']) => ({ name, file }));
}
