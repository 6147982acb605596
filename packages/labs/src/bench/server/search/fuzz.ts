import { createRandom, noise } from '@parley/search/noise';
import type { Collection } from './collection.ts';
import { addCollection, search } from './ours.ts';
import type { Side } from './tenants.ts';

const texts = 20_000;

/** Checks that random queries never fail. */
export async function reportFuzz(
  _collections: readonly Collection[],
  sides: readonly Side[],
): Promise<void> {
  const { faqsOfShop, sourcesOfShop } = await import('./collection.ts');
  for (const side of sides) {
    const db = await side.newTenant();
    const collections = [faqsOfShop(), sourcesOfShop()];
    for (const collection of collections) await addCollection(db, collection);
    const random = createRandom(7);
    const failures: string[] = [];
    let found = 0;
    for (let count = 0; count < texts; count += 1) {
      const q = noise(random);
      try {
        const hits = await search(db, collections[count % 2]?.kind ?? 'faqs', q);
        if (hits.length > 0) found += 1;
      } catch (error) {
        failures.push(`${JSON.stringify(q)}: ${String(error)}`);
      }
    }
    console.log(`${side.name}: ${texts} texts, ${found} with results, ${failures.length} failures`);
    for (const failure of failures.slice(0, 5)) console.log(`  ${failure}`);
    if (failures.length > 0) process.exitCode = 1;
  }
  console.log();
}
