import MarkdownIt from 'markdown-it';
import { expect, test } from 'vitest';
import { webhookFields } from '../packages/contract/src/webhook-fields.ts';
import { siteLink } from './.vitepress/links.ts';
import { sidebar } from './.vitepress/pages.ts';
import { scrollTables } from './.vitepress/tables.ts';
import { brokenDiagrams, unknownInDiagrams } from './check/diagrams.ts';
import { brokenLinks } from './check/links.ts';
import { unknownNames } from './check/names.ts';
import { inlineCodeOf, read, readPages } from './check/pages.ts';
import { unclearProse, unclearText } from './check/prose.ts';
import { differingDefaults, undocumentedSettings } from './check/settings.ts';
import { staleSnippets } from './check/snippets.ts';
import { sourceFiles, textsIn } from './check/texts.ts';

const page = (text: string) => ({ path: 'docs/style.md', text });
const fence = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\`\n`;

test('every path, command, setting, code, endpoint and link in the documentation exists', () => {
  const pages = readPages();
  expect(pages.length).toBeGreaterThan(15);
  const problems = pages.flatMap((known) => [
    ...brokenLinks(known),
    ...unknownNames(known),
    ...staleSnippets(known),
  ]);
  expect([...problems, ...undocumentedSettings(), ...differingDefaults()]).toEqual([]);
});

test('the guide names the webhook fields of the contract for each network of Meta', () => {
  const sections = read('docs/guides/provider-webhooks.md').split('\n## ');
  const fieldsIn = (heading: string) =>
    inlineCodeOf(sections.find((section) => section.startsWith(heading)) ?? '').filter((code) =>
      /^[a-z]+(_[a-z]+)*$/.test(code),
    );
  const { whatsapp, instagram } = webhookFields;
  expect(fieldsIn('Connect WhatsApp')).toEqual(whatsapp);
  expect(fieldsIn('Connect Instagram')).toEqual(instagram);
});

test.each([
  ['`packages/server/src/not-there.ts`', 'there is no packages/server/src/not-there.ts'],
  ['`packages/<noun>/nothing.ts`', 'there is no packages/<noun>/nothing.ts'],
  ['`npm run fly`', 'there is no script fly'],
  ['`npx parley fly`', 'there is no command parley fly'],
  ['`npx parley keys fly`', 'there is no command parley keys fly'],
  ['`PARLEY_COLOUR`', 'there is no setting PARLEY_COLOUR'],
  ['SVC-NO-SUCH-CODE', 'there is no code SVC-NO-SUCH-CODE'],
  ['`POST /fax`', 'there is no endpoint /fax'],
  [fence('sh', 'curl http://127.0.0.1:3000/api/v1/fax'), 'there is no endpoint /fax'],
  [fence('sh', 'npm run fly'), 'there is no script fly'],
])('%s is refused', (text, problem) => {
  expect(unknownNames(page(text))).toEqual([problem]);
});

test.each([
  '`packages/server/src/<noun>/service.ts` and `docs/check.ts`',
  '`npm start`, `npm test -- docs`, `npx parley keys create demo`',
  '`PARLEY_PORT`, `PARLEY_API_KEY`, SVC-NOT-FOUND and `SVC-…`',
  '`POST /messages/{id}/retry`, `GET /conversations`',
])('accepts %s', (text) => {
  expect(unknownNames(page(text))).toEqual([]);
});

test.each([
  ['[gone](gone.md)', 'the link gone.md leads nowhere'],
  ['[part](style.md#gone)', 'docs/style.md has no heading #gone'],
  ['# Here\n\n[there](#there)', 'docs/style.md has no heading #there'],
])('%j is refused', (text, problem) => {
  expect(brokenLinks(page(text))).toEqual([problem]);
});

test('accepts links to a file, to a heading and to another site', () => {
  const text =
    '# A `b` c\n\n[1](style.md#names) [2](../README.md) [3](https://example.com) [4](#a-b-c)';
  expect(brokenLinks(page(text))).toEqual([]);
});

test.each([
  [fence('ts', 'const a = 1;'), 'a snippet must come from a file'],
  [`<!-- from: scripts/test.mjs -->\n\n${fence('ts', 'x')}`, 'is not run by the tests'],
  [`<!-- from: examples/gone.ts -->\n\n${fence('ts', 'x')}`, 'does not exist'],
  [`<!-- from: examples/send-a-message/index.ts#gone -->\n\n${fence('ts', 'x')}`, 'no such region'],
  [`<!-- from: examples/send-a-message/index.ts#send -->\n\n${fence('ts', 'x')}`, 'differs from'],
])('refuses a snippet that no test runs or that differs from its file (%#)', (text, problem) => {
  expect(staleSnippets(page(text))).toEqual([expect.stringContaining(problem)]);
});

test.each(['stateDiagram-v2\n  [*] -> queued', 'flowchart LR\n  a["open --> b', 'no diagram'])(
  'refuses a diagram that Mermaid cannot read: %j',
  async (diagram) => {
    const [problem] = await brokenDiagrams(page(fence('mermaid', diagram)));
    expect(problem).toContain('line 1: Mermaid refuses the diagram');
  },
);

test.each([
  ['M: POST /messages (not-there.ts)', 'not-there.ts'],
  ['participant A as channels/away/', 'channels/away/'],
  ['M->>D: refuseNothingAtAll', 'refuseNothingAtAll'],
  ['M->>E: message.vanished', 'message.vanished'],
])('refuses a diagram with a name that the code does not have: %s', (step, unknown) => {
  const [problem, ...others] = unknownInDiagrams(
    page(fence('mermaid', `sequenceDiagram\n  ${step}\n`)),
  );
  expect(problem).toContain(`the code has no ${unknown}, which`);
  expect(others).toEqual([]);
});

test('accepts a diagram with files, folders, functions and events of the code', () => {
  const steps =
    'participant A as channels/adapters/\n  A->>A: beginAttempt, message.sent (routes.ts)\n';
  expect(unknownInDiagrams(page(fence('mermaid', `sequenceDiagram\n  ${steps}`)))).toEqual([]);
});

test('accepts a diagram that Mermaid can read', async () => {
  const diagram = 'stateDiagram-v2\n  [*] --> queued\n  queued --> sent: accepted';
  expect(await brokenDiagrams(page(fence('mermaid', diagram)))).toEqual([]);
});

test.each([
  ['README.md', 'docs/guides/errors.md#retries', '/guides/errors.md#retries'],
  ['docs/guides/errors.md', '../../README.md#known-limits', '/index.md#known-limits'],
  ['docs/guides/errors.md', '#retries', '#retries'],
  ['README.md', 'docs/reference/openapi.json', '/api'],
  ['README.md', 'https://example.com', 'https://example.com'],
  ['README.md', 'LICENSE', undefined],
  ['README.md', 'docs/gone.md', 'docs/gone.md'],
])('on the site, the link in %s to %s becomes %s', (path, href, expected) => {
  expect(siteLink(path, href)).toBe(expected);
});

const words = (count: number) => `${'word '.repeat(count - 1)}word.`;

test.each([
  [words(31), '31 words, 30 at most'],
  [`| a | b |\n| - | - |\n| ${words(31)} | b |`, '31 words, 30 at most'],
  [`- one\n- ${words(31)}`, 'line 2: 31 words, 30 at most'],
  ['Whoever reads this is lost.', 'write the actor'],
  ['What is over the limit waits.', 'write the actor or the thing as the subject'],
  ['The sender is told twice.', 'write "notified"'],
  ['See what came of it.', 'write "the outcome"'],
  ['Threads wait.', 'write "conversation"'],
  ['The message is a text for people.', 'write "human-readable text"'],
])('refuses unclear prose: %j', (text, problem) => {
  expect(unclearProse(page(text))).toEqual([expect.stringContaining(problem)]);
});

test.each([
  `${words(30)} ${words(30)}`,
  fence('text', words(40)),
  'Use `whoever` and a worker thread.',
  'What is a cursor?',
  `A list ends, e.g. here. ${words(25)}`,
])('accepts clear prose: %j', (text) => {
  expect(unclearProse(page(text))).toEqual([]);
});

const unclearIn = (code: string) => textsIn('a.ts', code).flatMap(unclearText);

test.each([
  ['/** Whoever reads this is lost. */\nconst a = 1;', 'write the actor'],
  ['/** What a provider says of a message. */\nconst a = 1;', 'write the thing'],
  [`// ${words(16)}\n// and ${words(16)}\nconst a = 1;`.replace('word.\n', 'word\n'), '33 words'],
  ["throw new Error('The sender is told of it, nobody else.');", 'write "notified"'],
  [
    "const text = 'What is over ' + limit;\nconst more = 'What is over the limit waits.';",
    'the actor or',
  ],
  ["program.description('Tells of everything that whoever asks wants');", 'write the actor'],
  ["const name = z.string().describe('A name that nobody was told yet');", 'write "notified"'],
  ["test('what is late is sent', () => {});", 'the subject, the outcome'],
  ["test.each([1])('nobody waits', () => {});", 'the subject, the outcome'],
  [`test('${words(21)}', () => {});`, '21 words, 20 at most'],
  [
    'interface A {\n  /** Seconds until the end. */\n  endsInMs: number;\n}',
    'endsInMs has another',
  ],
  ["const a = { waitSeconds: z.int().describe('The wait in milliseconds.') };", 'waitSeconds has'],
])('refuses unclear texts in code: %j', (code, problem) => {
  expect(unclearIn(code)).toEqual(expect.arrayContaining([expect.stringContaining(problem)]));
});

test.each([
  `// ${words(30)}\n\n// ${words(30)}\nconst a = 1;`,
  '/**\n * Returns one.\n *\n *     whoever(told)\n */\nconst a = 1;',
  "const sql = 'SELECT what is told FROM a';",
  "test('returns 409 when two contacts share a phone number', () => {});",
  '/** Thirty seconds, in milliseconds. */\nconst longestMs = 30_000;',
])('accepts clear texts in code: %j', (code) => {
  expect(unclearIn(code)).toEqual([]);
});

test('refuses an unclear docstring of a method of the SDK, with the line of its section', () => {
  const page =
    'Tags.\n\n## list\n\nWhat a tag has.\n\n    whoever(told)\n\n## get\n\nReturns one tag.\n';
  expect(textsIn('a.md', page).flatMap(unclearText)).toEqual([
    'line 3: write the thing: "The fields that …", or a verb: "Returns …": "What a tag has."',
  ]);
  expect(sourceFiles()).toContain('packages/sdk/methods/tags.md');
});

test('refuses a missing setting, an unknown setting and a wrong default', () => {
  const config = `const environment = z
  .object({
    PARLEY_PORT: wholeNumber(0, 65_535).default(3000),
    PARLEY_HOST: z.string().default('127.0.0.1'),
    PARLEY_RATE_LIMIT: wholeNumber(1, 9).default(defaultQuota.limit),
  })
  .superRefine(`;
  const text =
    '| `PARLEY_PORT` | `4000` | x |\n| `PARLEY_RATE_LIMIT` | 600 | x |\n| `PARLEY_X` | `1` | x |\n';
  expect(undocumentedSettings(text, config).map((line) => line.replace(/^\S+ /, ''))).toEqual([
    'the default of PARLEY_PORT is 3000',
    'PARLEY_HOST is missing',
    'there is no setting PARLEY_X',
  ]);
  expect(differingDefaults(config.replace('3000', '3001'))).toHaveLength(2);
});

test('the sidebar of the site lists the guides in the order of the README', () => {
  const guides = sidebar()
    .find(({ text }) => text === 'Guides')
    ?.items.map(({ link }) => link);
  const [, item = ''] = /\n- \*\*Guides:\*\*([\s\S]+?)\n- /.exec(read('README.md')) ?? [];
  const linked = [...item.matchAll(/\(docs(\/guides\/[\w-]+\.md)\)/g)].map(([, link]) => link);
  expect(guides).toEqual(linked);
});

test('long names of settings can break in the tables of the site, and short ones do not', () => {
  const md = new MarkdownIt();
  // The site renders asynchronously; the rules are those of the synchronous renderer.
  scrollTables(md as never);
  expect(md.renderInline('`PARLEY_WHATSAPP_VERIFY_TOKEN`')).toContain('VERIFY_<wbr>TOKEN');
  expect(md.renderInline('`PARLEY_PORT`')).toBe('<code>PARLEY_PORT</code>');
});
