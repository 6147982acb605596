// Generates the files that list the exports of the resources: a new resource needs no line in any of them.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { textOf } from './registry.ts';
import { registries } from './registry-list.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

for (const registry of registries) {
  const path = join(root, registry.to);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, textOf(registry, root));
}
console.log(`wrote ${registries.length} lists of what the nouns export`);
