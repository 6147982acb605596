import { expect, test } from 'vitest';
import { fragmentTree, pageTree } from './html-tree.ts';

test.each(['<p>a', '<b>', '<!-- a', 'a, '])(
  'a long text of %j is parsed in many steps, each of a bounded part',
  (piece) => {
    const html = piece.repeat(20_000);
    for (const steps of [pageTree(html), fragmentTree(html)]) {
      expect([...steps].length).toBeGreaterThanOrEqual(html.length / 16_000);
    }
  },
);
