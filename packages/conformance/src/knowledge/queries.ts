import { expect, test } from 'vitest';
import { createScene, type Scene } from '../scene.ts';
import type { Target } from '../target.ts';
import { aSource, findFaqs, findSources, idsOf } from './records.ts';

const letters = [...'bdfgklmnprtv'];

export function testQueries(target: () => Target): void {
  test('quoted words must be adjacent, with any common kind of quotes', async () => {
    const scene = await createScene(target());
    const { gift, card } = await giftsAndCards(scene);
    for (const q of ['"gift card"', '“gift card”', '„gift card“', '«gift card»', '"Gift CARDS"']) {
      expect(await found(scene, q), q).toEqual([gift]);
    }
    expect(await found(scene, 'gift card')).toEqual([gift, card].sort());
    expect(await found(scene, '"card gift"')).toEqual([]);
    expect(await found(scene, '"gift card" "expire"')).toEqual([gift]);
    expect(await found(scene, '"gift card" "declined"')).toEqual([]);
    // A quotation mark without its pair is an ordinary character.
    expect(await found(scene, '"gift card')).toEqual([gift, card].sort());
  });

  test('-word excludes a word, and -"two words" excludes a phrase', async () => {
    const scene = await createScene(target());
    const { gift, card } = await giftsAndCards(scene);
    expect(await found(scene, 'card -declined')).toEqual([gift]);
    expect(await found(scene, 'card -DECLINES')).toEqual([gift]);
    expect(await found(scene, 'card -"gift card"')).toEqual([card]);
    expect(await found(scene, 'card -"card gift"')).toEqual([gift, card].sort());
    expect(await found(scene, 'card -gift -declined')).toEqual([]);
    for (const match of ['any', 'all', 'phrase']) {
      expect(await found(scene, '-declined', { match })).toEqual([]);
      expect(await found(scene, '-"gift card" -declined', { match })).toEqual([]);
    }
    expect(await found(scene, 'gift-declined')).toEqual([gift, card].sort());
    expect(await found(scene, 'card - declined')).toEqual([gift, card].sort());
  });

  test('an excluded word or phrase may be in another passage than the other words', async () => {
    const scene = await createScene(target());
    const passages = ['tulip', 'daisy', 'gift voucher'].map((name) => `${`${name} `.repeat(200)}.`);
    const { id: flowers } = await aSource(scene, { content: passages.join('\n\n') });
    expect(await found(scene, 'tulip -"voucher voucher"')).toEqual([flowers]);
    expect(await found(scene, 'tulip -"gift voucher"')).toEqual([]);
    expect(await found(scene, 'tulip -voucher')).toEqual([]);
  });

  test('matches any word, all words, or a phrase', async () => {
    const scene = await createScene(target());
    const { gift, card } = await giftsAndCards(scene);
    const q = 'gift card expire';
    expect(await found(scene, q)).toEqual([gift, card].sort());
    expect(await found(scene, q, { match: 'any' })).toEqual([gift, card].sort());
    expect(await found(scene, q, { match: 'all' })).toEqual([gift]);
    expect(await found(scene, 'expire gift', { match: 'all' })).toEqual([gift]);
    expect(await found(scene, 'gift cards expire', { match: 'phrase' })).toEqual([gift]);
    expect(await found(scene, 'gift expire', { match: 'phrase' })).toEqual([]);
    expect(await found(scene, 'gift unheardof', { match: 'all' })).toEqual([]);
  });

  test('required words must occur, whatever the query length', async () => {
    const scene = await createScene(target());
    const words = letters
      .flatMap((first) => letters.map((last) => `${first}o${last}`))
      .slice(0, 110);
    const whole = words.join(' ');
    const { id } = await aSource(scene, { content: whole });
    await aSource(scene, { content: words.slice(0, 109).join(' ') });
    await aSource(scene, { content: [...words.slice(100), ...words.slice(0, 100)].join(' ') });
    const part = (count: number) => words.slice(-count).join(' ');
    for (const count of [10, 64, 65, 110]) {
      expect(await found(scene, `"${part(count)}"`), `${count} in quotes`).toContain(id);
      expect(await found(scene, part(count), { match: 'all' }), `all of ${count}`).toContain(id);
      expect(await found(scene, `${part(count)} unheardof`, { match: 'all' })).toEqual([]);
      expect(await found(scene, `"${part(count)} unheardof"`)).toEqual([]);
    }
    expect(await found(scene, `"${whole}"`)).toEqual([id]);
    expect(await found(scene, whole, { match: 'phrase' })).toEqual([id]);
    expect(await found(scene, `${words.slice(0, 80).join(' ')} "${part(1)}"`)).toContain(id);
    expect(await found(scene, `${words.slice(0, 80).join(' ')} "unheardof"`)).toEqual([]);
    // Each pair of these characters is a word.
    const signs = Array.from({ length: 400 }, (_, n) => String.fromCodePoint(0x4e00 + n)).join('');
    const { id: chinese } = await aSource(scene, { content: signs, language: 'zh' });
    expect(await found(scene, `"${signs}"`)).toEqual([chinese]);
    expect(await found(scene, signs, { match: 'all' })).toEqual([chinese]);
    expect(await found(scene, `${signs}${signs.slice(0, 2)}`, { match: 'phrase' })).toEqual([]);
  });

  test('minScore removes matches with a lower score', async () => {
    const scene = await createScene(target());
    await giftsAndCards(scene);
    const all = await findSources(scene, 'gift card expire');
    const scores = all.map(({ score }) => score as number);
    expect(scores).toHaveLength(2);
    const [first = 0, second = 0] = scores;
    expect(first).toBeGreaterThan(second);
    const middle = ((first + second) / 2).toFixed(6);
    expect(idsOf(await findSources(scene, 'gift card expire', { minScore: middle }))).toEqual([
      all[0]?.id,
    ]);
    expect(await findSources(scene, 'gift card expire', { minScore: '0' })).toEqual(all);
    expect(await findSources(scene, 'gift unheardof', { minScore: '1' })).toEqual([]);
  });

  test('a query of punctuation only finds nothing', async () => {
    const scene = await createScene(target());
    await giftsAndCards(scene);
    for (const q of ['""', '"', '-', '*', '???', '()', '. , ;', '🦊', '\u200b', '--', '-""']) {
      expect(await findSources(scene, q), q).toEqual([]);
      expect(await findFaqs(scene, q), q).toEqual([]);
    }
  });
}

async function giftsAndCards(scene: Scene) {
  const gift = await aSource(scene, { title: 'One', content: 'When do gift cards expire?' });
  const card = await aSource(scene, { title: 'Two', content: 'The card for a gift was declined.' });
  return { gift: gift.id, card: card.id };
}

async function found(
  scene: Scene,
  q: string,
  query: Record<string, string> = {},
): Promise<string[]> {
  return idsOf(await findSources(scene, q, query)).sort();
}
