// Loads Markdown files and FAQs, asks questions as customers do, and prints the answer of a bot and its confidence.
// Needs PARLEY_API_KEY, and PARLEY_BASE_URL unless the server runs on this machine.
import { readdir, readFile } from 'node:fs/promises';
import { type CreateKnowledgeFaqBody, Parley } from '@parley/sdk';
import { type Answer, answerTo } from './bot.ts';
import { putMarkdown } from './put-markdown.ts';

const parley = new Parley();
const help = new URL('help/', import.meta.url);

for (const file of (await readdir(help)).sort()) {
  const content = await readFile(new URL(file, help), 'utf8');
  const { title, status, chunkCount } = await putMarkdown(parley, file, content);
  console.log(`${title}: ${status}, ${chunkCount} passages`);
}

const faqs = await readFile(new URL('faqs.json', import.meta.url), 'utf8');
const items: CreateKnowledgeFaqBody[] = JSON.parse(faqs);
// #region batch
const { results } = await parley.knowledgeFaqs.batch({ items });
for (const { index, error } of results) {
  if (error) console.error(`FAQ ${index}: ${error.message}`);
}
// #endregion
console.log(`${results.filter(({ error }) => !error).length} FAQs`);

const questions = [
  'when will my order arrive?',
  'how can i pay',
  'Do you ship to other countries abroad?',
  'my pasword does not work, I want to change it',
  'it was broken when it arrived',
  'do you sell horses?',
];
for (const question of questions) {
  console.log(`\n${question}\n  ${shown(await answerTo(parley, question))}`);
}

function shown(answer: Answer): string {
  if (answer.kind === 'none') return 'Somebody has to answer.';
  if (answer.kind === 'passage') return `from "${answer.place}": ${answer.text}`;
  return `${answer.confidence}: ${answer.text}`;
}
