import type { DefaultTreeAdapterTypes } from 'parse5';
import { expect, test } from 'vitest';
import { atOnce } from '../in-turns.ts';
import { readHtml } from './html.ts';
import { fragmentTree, pageTree } from './html-tree.ts';

const textsOf = (html: string) => atOnce(readHtml(html)).blocks.map(({ text }) => text);

function countNodes(root: DefaultTreeAdapterTypes.ParentNode): number {
  let count = 0;
  const open = [...root.childNodes];
  for (let node = open.pop(); node; node = open.pop()) {
    count += 1;
    if ('childNodes' in node) open.push(...node.childNodes);
  }
  return count;
}

test('a page has at most as many nodes as tags and texts', () => {
  const bold = Array.from({ length: 1_000 }, (_, id) => `<b id=${id}><a href=${id}>`).join('');
  const page = `<p>${bold}${'<p>x'.repeat(1_000)}`;
  expect(countNodes(atOnce(pageTree(page)))).toBeLessThan(5_000);
  expect(countNodes(atOnce(fragmentTree(page)))).toBeLessThan(5_000);
});

test('inline elements that cross blocks keep their words, or hide them when hidden', () => {
  expect(textsOf('<p>a <b>b<p>c</b> d <i>e</p>f</i> g')).toEqual(['a b', 'c d e', 'f g']);
  expect(textsOf('<p><a href=x>one<a href=y>two</a> three')).toEqual(['onetwo three']);
  expect(textsOf('<p>a <b hidden>b</b> c <strong aria-hidden=true>d</strong>')).toEqual(['a c']);
  expect(textsOf('<p>a<svg><a>drawn</a></svg> b</p>')).toEqual(['a b']);
  expect(textsOf('<table><b>before</b><tr><td><i>in</i></table>')).toEqual(['before', 'in']);
});

test('separates the words of adjacent elements in tables and code', () => {
  expect(
    textsOf(
      '<table><tr><td><p>alpha wombat</p><p>quokka beta</p></td><td><ul><li>numbat</li><li>bilby</li></ul></td></tr></table>',
    ),
  ).toEqual(['alpha wombat quokka beta | numbat bilby']);
  expect(textsOf('<pre><div>let emu = 1;</div><div>return kiwi</div></pre>')).toEqual([
    'let emu = 1;\nreturn kiwi',
  ]);
  expect(textsOf('<table><tr><td><h2>In a <b>ta</b>ble</h2><p>Body<hr>End</table>')).toEqual([
    'In a table Body End',
  ]);
  expect(textsOf('<table><caption>Sizes</caption><tr><td>a<table><tr><td>b</table>c')).toEqual([
    'Sizes\na\nb c',
  ]);
});

test('a table row is one line, whatever the HTML formatting', () => {
  const rows = '<tr>\n  <td>a</td>\n  <td>b</td>\n</tr>\n<tr>\n  <td>1</td>\n  <td></td>\n</tr>\n';
  expect(textsOf(`<table>\n${rows}</table>`)).toEqual(['a | b\n1 |']);
  expect(textsOf(`<pre>\n\n  x\n\n  y  <table>${rows}</table></pre>`)).toEqual([
    '  x\n\n  y\na | b\n1 |',
  ]);
});

const mainTexts = (html: string) =>
  atOnce(readHtml(html, { mainOnly: true })).blocks.map(({ text }) => text);

test('keeps the header of an article, and removes the header of the page', () => {
  const article = '<article><header><h1>Returns</h1></header><p>Within 30 days.</article>';
  const page = `<header>Logo</header>${article}<header>Menu</header>`;
  expect(mainTexts(page)).toEqual(['Returns', 'Within 30 days.']);
  expect(mainTexts(`${page}${article}`)).toEqual([
    'Returns',
    'Within 30 days.',
    'Returns',
    'Within 30 days.',
  ]);
  expect(mainTexts('<main><header><h1>Sizes</h1></header><p>S to XL.</main>')).toEqual([
    'Sizes',
    'S to XL.',
  ]);
});

test('keeps a form around the whole page, and removes the forms in it', () => {
  const search = '<div></form><form>Search</form>';
  expect(mainTexts(`<p>Skip</p><form><h1>Hours</h1><p>From nine.</p>${search}`)).toEqual([
    'Skip',
    'Hours',
    'From nine.',
  ]);
  expect(mainTexts('<p>Text</p><form><h2>Subscribe</h2><p>Name</p></form>')).toEqual(['Text']);
});
