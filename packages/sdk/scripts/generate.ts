import { writeFileSync } from 'node:fs';
import { generatedFiles } from './generated-files.ts';

for (const [name, content] of Object.entries(generatedFiles())) {
  writeFileSync(new URL(`../src/generated/${name}`, import.meta.url), content);
}
