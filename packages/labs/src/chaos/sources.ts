import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';

/** Replaces the places in a bundle of the command, which the stack of an error names, by those in the sources. */
export function withSources(text: string, bundle: string): string {
  const place = /[^\s(]*bundle\.cjs:(\d+):(\d+)/g;
  if (!place.test(text)) return text;
  const map = new SourceMap(JSON.parse(readFileSync(`${bundle}.map`, 'utf8')));
  return text.replace(place, (inBundle, line, column) => {
    const entry = map.findEntry(Number(line) - 1, Number(column) - 1);
    if (!('originalSource' in entry)) return inBundle;
    return `${entry.originalSource}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
}
