import { writeFileSync } from 'node:fs';
import { generatedFiles } from './generated-files.ts';

for (const [name, content] of Object.entries(generatedFiles())) {
  writeFileSync(new URL(`../src/generated/${name}`, import.meta.url), content);
}

// It reads the table of routes, which has to be written first.
const { documentationFiles } = await import('./api-file.ts');
for (const [name, content] of Object.entries(documentationFiles())) {
  writeFileSync(new URL(`../${name}`, import.meta.url), content);
}
