import { writeSection } from '../markdown.ts';

const page = 'docs/sdk-comparison.md';

/** Writes the result of a run into its section of the page, below the date and the machine. */
export function writeResult(name: string, text: string): void {
  const day = new Date().toISOString().slice(0, 10);
  const machine = `Node ${process.version}, ${process.platform} ${process.arch}`;
  writeSection(page, name, `Run on ${day}, ${machine}.\n\n${text}`);
  console.error(`Written: ${page}`);
}
