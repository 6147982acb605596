import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

/** A page of documentation: its path from the root, and its text. */
export interface Page {
  path: string;
  text: string;
}

export interface Fence {
  language: string;
  code: string;
  /** The source that `<!-- from: … -->` on the line above names. */
  from: string | undefined;
  line: number;
}

/**
 * Returns all pages for readers, without the generated reference pages, which are checked where they are generated. The
 * texts of the SDK's methods are checked as comments, and in `api.md`.
 */
export function readPages(): Page[] {
  const folders = ['docs', 'examples', 'packages'].flatMap((folder) => markdownUnder(folder));
  return ['README.md', 'CONTRIBUTING.md', ...folders].map((path) => ({ path, text: read(path) }));
}

export function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

export function fencesOf(text: string): Fence[] {
  const pattern = /(?:<!-- from: (\S+) -->\n\n?)?^```(\w*)\n([\s\S]*?)^```$/gm;
  return [...text.matchAll(pattern)].map(({ 1: from, 2: language = '', 3: code = '', index }) => ({
    language,
    code,
    from,
    line: text.slice(0, index).split('\n').length,
  }));
}

/** The page without its code blocks. */
export function proseOf(text: string): string {
  return text.replaceAll(/^```[\s\S]*?^```$/gm, '');
}

/** Returns the text between single backquotes outside of code blocks. */
export function inlineCodeOf(text: string): string[] {
  return [...proseOf(text).matchAll(/`([^`\n]+)`/g)].map(({ 1: code = '' }) => code);
}

function markdownUnder(folder: string): string[] {
  return pathsUnder(folder)
    .filter((path) => path.endsWith('.md'))
    .filter(
      (path) => !/CHANGELOG|^docs\/reference\/|^packages\/sdk\/(api\.md$|methods\/)/.test(path),
    )
    .sort();
}

/** Returns the paths of all folders and files in a folder, without builds and installed packages. */
export function pathsUnder(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules' && name !== 'dist')
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      return entry.isDirectory() ? [path, ...pathsUnder(path)] : [path];
    });
}
