import { filesOfResource, linesIn, linesOf } from '../scripts/count.ts';

// The counts in the tables of docs/adding-an-endpoint.md. `npm run build:docs` writes them; the texts beside them are
// written by hand.

/** The budget of a plain resource. */
export const plainResource = { files: 12, lines: 450 } as const;

const ofResource = /^(\| `([a-z-]+)` +\| )( *[\d,]+)( \| )( *[\d,]+)( \|)/gm;
const ofFile = /^(\| \d +\| `(packages\/\S*canned-responses\S*)`.* \| )( *[\d,]+)( \|)$/gm;

/** Returns the page with the present counts of resources and files. */
export function withSizes(text: string): string {
  return text
    .replaceAll(ofResource, (_row, start, name, files, between, lines, end) => {
      const counted = filesOfResource(name);
      return `${start}${inPlace(files, counted.length)}${between}${inPlace(lines, linesIn(counted))}${end}`;
    })
    .replaceAll(
      ofFile,
      (_row, start, file, lines, end) => `${start}${inPlace(lines, linesOf(file))}${end}`,
    );
}

/** Returns the number in the width of the cell. */
function inPlace(cell: string, count: number): string {
  return count.toLocaleString('en').padStart(cell.length);
}
