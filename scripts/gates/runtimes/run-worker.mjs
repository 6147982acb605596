// Runs the bundle of worker.mjs in workerd, which is what Cloudflare runs.
import { readFileSync } from 'node:fs';
import { Miniflare } from 'miniflare';

const [baseUrl, apiKey] = process.argv.slice(2);
const workers = new Miniflare({
  modules: true,
  script: readFileSync(new URL('./worker.bundle.js', import.meta.url), 'utf8'),
  compatibilityDate: '2026-01-01',
});
const query = new URLSearchParams({ baseUrl, apiKey });
const answer = await workers.dispatchFetch(`http://localhost/?${query}`);
const text = await answer.text();
await workers.dispose();
if (text !== '[]') {
  console.error(text);
  process.exitCode = 1;
}
