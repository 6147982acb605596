import { expect, test } from 'vitest';
import { expectBelow } from '../../../../scripts/test/expect-short-hold.ts';
import { cpuOf } from '../../../../scripts/test/longest-hold.ts';
import { createRandom, noise } from '../../test/noise.ts';
import { atOnce } from '../in-turns.ts';
import { blocksOfText, cleanText } from './block.ts';
import { chunkLimits, chunksOf } from './chunk.ts';
import { readHtml } from './html.ts';
import { blocksOfMarkdown } from './markdown.ts';

const sentence = 'The parcel leaves on the day after you have ordered. ';
const markdown = (text: string) => atOnce(chunksOf(atOnce(blocksOfMarkdown(text))));
const html = (text: string) => atOnce(chunksOf(atOnce(readHtml(text)).blocks));

test('a chunk has the headings above it', () => {
  const chunks = markdown('# Care\n\nGently.\n\n## Wool\n\nBy hand.\n\n# Sizes\n\nAs you like.');
  expect(chunks).toEqual([
    { headings: ['Care'], text: 'Gently.' },
    { headings: ['Care', 'Wool'], text: 'By hand.' },
    { headings: ['Sizes'], text: 'As you like.' },
  ]);
});

test('splits a long section between sentences, and overlaps consecutive chunks', () => {
  const chunks = markdown(`# Shipping\n\n${sentence.repeat(100)}`);
  expect(chunks.length).toBeGreaterThan(4);
  for (const { text, headings } of chunks) {
    expect(headings).toEqual(['Shipping']);
    expect(text.length).toBeLessThanOrEqual(chunkLimits.max);
    expect(text.startsWith('The parcel')).toBe(true);
    expect(text.endsWith('ordered.')).toBe(true);
  }
  const [first = '', second = ''] = chunks.map(({ text }) => text);
  expect(first.endsWith(second.slice(0, sentence.length - 1))).toBe(true);
});

test('code and short tables stay whole', () => {
  const code = Array.from({ length: 80 }, (_, line) => `const value${line} = ${line};\n`).join(
    '\n',
  );
  const rows = Array.from({ length: 60 }, (_, row) => `| size ${row} | ${row} cm wide and long |`);
  const text = `Before.\n\n\`\`\`js\n${code}\`\`\`\n\nBetween.\n\n| a | b |\n|---|---|\n${rows.join('\n')}\n\nAfter.`;
  const chunks = markdown(text).map((chunk) => chunk.text);
  expect(chunks.some((chunk) => chunk.includes(code.trim()))).toBe(true);
  expect(
    chunks.some((chunk) => chunk.includes('a | b\nsize 0 | 0 cm') && chunk.includes('size 59')),
  ).toBe(true);
  const endless = markdown(`\`\`\`\n${'let x = 1;\n'.repeat(5_000)}\`\`\``);
  for (const chunk of endless) expect(chunk.text.length).toBeLessThanOrEqual(chunkLimits.code);
});

test('splits a long table between rows, and repeats the names of its columns', () => {
  const codes = Array.from({ length: 300 }, (_, row) => `PX-${row}`);
  const table = codes.map((code) => `| ${code} | Pump of stainless steel | 99 |`).join('\n');
  const page = codes.map((code) => `<tr><td>${code}<td>Pump of stainless steel<td>99`).join('');
  for (const chunks of [
    markdown(`# Prices\n\n| Code | Name | Price |\n|---|---|---|\n${table}`),
    html(`<h1>Prices</h1><table><thead><tr><th>Code<th>Name<th>Price<tbody>${page}</table>`),
  ]) {
    const lines = chunks.map(({ text }) => text.split('\n'));
    const rows = lines.flatMap(([names, ...rest]) => {
      expect(names).toBe('Code | Name | Price');
      return rest;
    });
    expect(rows).toEqual(codes.map((code) => `${code} | Pump of stainless steel | 99`));
    for (const { text } of chunks) expect(text.length).toBeLessThanOrEqual(chunkLimits.table);
  }
  const unnamed = html(`<table><tbody>${page}</table>`);
  expect(unnamed.flatMap(({ text }) => text.split('\n'))).toHaveLength(codes.length);
});

test('repeats the names of columns of a long Markdown table in all of its passages', () => {
  const rows = Array.from({ length: 2_500 }, (_, row) => `PX-${row} | Pump of steel`);
  const table = rows.map((row) => `| ${row} |\n`).join('');
  const text = `| Code | Name |\n|---|---|\n${table}\nAfter.\n\n| a |\n|---|\n| b |`;
  for (const before of ['', 'Before.\n\n', '\n'.repeat(999)]) {
    const passages = markdown(before + text).map((chunk) => chunk.text);
    const tables = passages.filter((one) => one.includes('PX-'));
    const lines = tables.flatMap((one) => {
      const [names, ...rest] = (one.split('\n\nAfter')[0] ?? '').split('\n');
      expect(names).toBe('Code | Name');
      return rest;
    });
    expect(lines).toEqual(rows);
    expect(passages.at(-1)).toMatch(/After\.\n\na\nb$/);
  }
  const ended = `| a |\n|---|\n${'| b |\n'.repeat(997)}\nAfter.\n`;
  expect(markdown(ended).at(-1)?.text).toBe('After.');
});

test('does not fill the rows of a long table with more cells than its text has characters', () => {
  const text = `${'|a'.repeat(60)}\n${'|-'.repeat(60)}\n${'|b\n'.repeat(40_000)}`;
  const length = atOnce(blocksOfMarkdown(text)).reduce((sum, block) => sum + block.text.length, 0);
  expect(length).toBeLessThan(4 * text.length);
});

test.each([
  ['a first row of <th>', '<tr><th>Code<th>Name', 'Code | Name'],
  ['a caption', '<caption>Prices</caption><thead><tr><th>Code<th>Name', 'Prices\nCode | Name'],
  ['two rows of names', '<thead><tr><th>Item<tr><th>Code<th>Name', 'Item\nCode | Name'],
])('repeats the names of columns of an HTML table with %s', (_, head, header) => {
  const rows = Array.from({ length: 200 }, (_, row) => `<tr><th>PX-${row}<td>Pump of steel`);
  const group = '<tr><th colspan=2>Pumps';
  for (const { text } of html(`<table>${head}<tbody>${group}${rows.join('')}</table>`)) {
    expect(text.startsWith(`${header}\nP`)).toBe(true);
  }
});

test('removes Markdown markup and keeps its text', () => {
  const [chunk] = markdown(
    '---\ntitle: x\n---\nSee **our** [guide](https://example.com/a_b) and `code`, ~~not~~ ![a photo](p.png).\n\n1. one\n2. two\n\n- three &amp; four\n\n<div>raw <b>html</b></div>',
  );
  expect(chunk?.text).toBe(
    'See our guide and code, not a photo.\n1. one\n2. two\n- three & four\n\nraw html',
  );
});

test('reads the main text of a page only', () => {
  const page = `<title>Our  shop</title><nav>Menu</nav><header>Logo</header>
    <main><h1>Care</h1><p>Wash <b>wo</b>ol<br>by hand.</p><ul><li>one<li>two</ul>
    <table><tr><th>a<th>b<tr><td>1<td>2</table><pre>x
  y</pre><script>bad()</script><p hidden>secret</p></main><footer>Imprint</footer>`;
  const { title, blocks } = atOnce(readHtml(page, { mainOnly: true }));
  expect(title).toBe('Our shop');
  expect(blocks.map(({ text }) => text)).toEqual([
    'Care',
    'Wash wool\nby hand.',
    '- one',
    '- two',
    'a | b\n1 | 2',
    'x\n  y',
  ]);
});

test('without a main part, skips menus, unless the page has nothing else', () => {
  const text = (html: string) =>
    atOnce(readHtml(html, { mainOnly: true })).blocks.map((one) => one.text);
  expect(text('<nav>Menu</nav><p>Text</p><aside>Ads</aside>')).toEqual(['Text']);
  expect(text('<nav>Home</nav>')).toEqual(['Home']);
  expect(text('<div>x</div><article>Story</article>')).toEqual(['Story']);
});

test('finds a heading without text below it', () => {
  expect(markdown('# Closed on Sundays')).toEqual([{ headings: [], text: 'Closed on Sundays' }]);
});

test('removes or replaces characters that databases refuse', () => {
  expect(cleanText('a\0b\u0007c\td\r\ne\rf\ud800g')).toBe('abc\td\ne\nf\ufffdg');
});

test('splits any text into bounded chunks without losing a word', () => {
  const random = createRandom(3);
  for (let count = 0; count < 300; count += 1) {
    const text = cleanText(Array.from({ length: 30 }, () => noise(random)).join('\n'));
    for (const blocks of [
      blocksOfText(text),
      atOnce(blocksOfMarkdown(text)),
      atOnce(readHtml(text)).blocks,
    ]) {
      const isWrong = (chunk: string) =>
        /\p{Cs}/u.test(chunk) || chunk.trim() === '' || chunk.length > chunkLimits.code;
      expect(atOnce(chunksOf(blocks)).filter((chunk) => isWrong(chunk.text))).toEqual([]);
    }
    const words = (one: string) => new Set(one.match(/\p{L}+/gu) ?? []);
    const kept = words(
      atOnce(chunksOf(blocksOfText(text)))
        .map((chunk) => chunk.text)
        .join('\n'),
    );
    expect([...words(text)].filter((word) => word.length < 20 && !kept.has(word))).toEqual([]);
  }
});

test('a text of headings only does not make more chunks than other texts', () => {
  expect(markdown('# a\n'.repeat(50_000)).length).toBeLessThan(1_000);
});

test.each(['*a **a ', '[a](', '<b>x', '- ', '> ', '`a``b', '|a|\n|-|\n', '1. ', 'a*b', '&amp'])(
  'a long text of %j is read in bounded time',
  async (piece) => {
    const text = piece.repeat(125_000 / piece.length);
    // Quadratic work would take 15 seconds for a text as long as texts may be: four times this one.
    await expectBelow(900, 3, () =>
      cpuOf(() => {
        atOnce(chunksOf(atOnce(blocksOfMarkdown(text))));
        atOnce(chunksOf(atOnce(readHtml(text, { mainOnly: true })).blocks));
      }),
    );
  },
);
