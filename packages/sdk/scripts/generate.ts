import { writeFileSync } from 'node:fs';
import { generatedFiles } from './generated-files.ts';
import { mockFiles } from './mock-files.ts';

write('../src/generated/', generatedFiles());
write('../../msw/src/generated/', mockFiles());

// It reads the table of routes, which has to be written first.
const { documentationFiles } = await import('./api-file.ts');
write('../', documentationFiles());

function write(folder: string, files: Record<string, string>): void {
  for (const [name, content] of Object.entries(files))
    writeFileSync(new URL(folder + name, import.meta.url), content);
}
