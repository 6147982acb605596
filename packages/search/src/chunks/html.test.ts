import { expect, test } from 'vitest';
import { readHtml } from './html.ts';
import { fragmentTree, pageTree } from './html-tree.ts';

const textsOf = (html: string) => readHtml(html).blocks.map(({ text }) => text);

function countNodes(root: ReturnType<typeof pageTree> | ReturnType<typeof fragmentTree>): number {
  let count = 0;
  const open = [...root.childNodes];
  for (let node = open.pop(); node; node = open.pop()) {
    count += 1;
    if ('childNodes' in node) open.push(...node.childNodes);
  }
  return count;
}

test('a page makes no more nodes than it has tags and texts', () => {
  const bold = Array.from({ length: 1_000 }, (_, id) => `<b id=${id}><a href=${id}>`).join('');
  const page = `<p>${bold}${'<p>x'.repeat(1_000)}`;
  expect(countNodes(pageTree(page))).toBeLessThan(5_000);
  expect(countNodes(fragmentTree(page))).toBeLessThan(5_000);
});

test('what is bold, or a link, over the ends of blocks keeps its words, and hides them where it says so', () => {
  expect(textsOf('<p>a <b>b<p>c</b> d <i>e</p>f</i> g')).toEqual(['a b', 'c d e', 'f g']);
  expect(textsOf('<p><a href=x>one<a href=y>two</a> three')).toEqual(['onetwo three']);
  expect(textsOf('<p>a <b hidden>b</b> c <strong aria-hidden=true>d</strong>')).toEqual(['a c']);
  expect(textsOf('<p>a<svg><a>drawn</a></svg> b</p>')).toEqual(['a b']);
  expect(textsOf('<table><b>before</b><tr><td><i>in</i></table>')).toEqual(['before', 'in']);
});
