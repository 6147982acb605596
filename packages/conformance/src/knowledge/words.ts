import { expect, test } from 'vitest';
import { createScene } from '../scene.ts';
import type { Target } from '../target.ts';
import { aFaq, aSource, findFaqs, findSources, idsOf } from './records.ts';

/** Cases of word forms: language, stored text, query that finds it. */
const forms: readonly (readonly [string, string, string])[] = [
  ['en', 'We deliver orders.', 'delivery of an ORDER'],
  ['en', 'Refunds are quick.', 'refunded'],
  ['en', 'The café is open.', 'cafe'],
  ['en', 'A cafe nearby.', 'café'],
  ['en', "Don't open it.", 'dont open'],
  ['en', 'Opening hours on Fridays', 'what are the opening hours on friday?'],
  ['en', 'Ｆｕｌｌｗｉｄｔｈ letters', 'fullwidth'],
  ['en', 'Cancelling an invoice', 'cancel invoices'],
  ['en', 'Straße to the ﬁrst shop', 'STRASSE first'],
  ['en', 'iPhone 15 in stock', 'iphone15'],
  ['en', 'e\u0301clair', '\u00e9clair'],
  ['es', 'Devoluciones y envíos gratuitos', 'devolucion envio gratuito'],
  ['es', 'Preguntas frecuentes', 'pregunta frecuente'],
  ['pt', 'Devoluções em até trinta dias', 'devolução dia'],
  ['pt-BR', 'Cancelamento de pedidos', 'cancelamentos pedido'],
  ['fr', 'Les livraisons internationales', 'livraison internationale'],
  ['de', 'Lieferungen nach Österreich', 'lieferung osterreich'],
  ['it', 'Le spedizioni nazionali', 'spedizione nazionale'],
  ['nl', 'Bestellingen terugsturen', 'bestelling'],
  ['ru', 'Доставка по всей стране', 'ДОСТАВКА'],
  ['el', 'Παράδοση στην Αθήνα', 'παραδοση αθηνα'],
  ['ja', '配送には二日かかります。', '配送'],
  ['ja', 'カタカナの商品', '商品'],
  ['zh', '我们提供免费退货服务', '退货'],
  ['ko', '배송은 이틀 걸립니다', '배송'],
  ['th', 'จัดส่งฟรีทั่วประเทศ', 'จัดส่งฟรี'],
  ['ar', 'التوصيل مجاني', 'التوصيل'],
  ['he', 'משלוח חינם', 'משלוח'],
];

/** Cases of typing errors: stored text, query that finds it. */
const typos: readonly (readonly [string, string])[] = [
  ['The warranty covers water.', 'waranty'],
  ['The warranty covers water.', 'warrrenty'],
  ['Parcels are insured.', 'parcles'],
  ['Parcels are insured.', 'inzured'],
  ['Vouchers expire.', 'vuochers'],
  ['Subscriptions renew.', 'subscirptoins'],
  ['Free Wi-Fi in every store', 'wifi'],
  ['I cannot log in', 'login'],
];

export function testWords(target: () => Target): void {
  test.each(forms)('in %s, finds %j by %j', async (language, written, asked) => {
    const scene = await createScene(target());
    const source = await aSource(scene, { language, content: written });
    await aSource(scene, { language, content: '0' });
    const { results } = await scene.api.knowledgeFaqs.batch({
      body: {
        items: [
          { language, question: written, answer: '42' },
          { language, question: '42', answer: written },
          { language, question: '0', answer: '0' },
        ],
      },
    });
    const [faq, answered] = results.map((result) => result.faq?.id);
    for (const query of [{}, { language }]) {
      expect(idsOf(await findSources(scene, asked, query))).toEqual([source.id]);
      expect(idsOf(await findFaqs(scene, asked, query)).sort()).toEqual([faq, answered].sort());
    }
  });

  test.each(typos)(
    '%j is found in spite of the typo in %j, unless it must not',
    async (written, typed) => {
      const scene = await createScene(target());
      const source = await aSource(scene, { content: written });
      const faq = await aFaq(scene, { question: written, answer: '42' });
      expect(idsOf(await findSources(scene, typed))).toEqual([source.id]);
      expect(idsOf(await findFaqs(scene, typed))).toEqual([faq.id]);
      expect(await findSources(scene, typed, { fuzzy: false })).toEqual([]);
      expect(await findFaqs(scene, typed, { fuzzy: false })).toEqual([]);
    },
  );

  test('words written as one do not find texts that have only a common word of them', async () => {
    const scene = await createScene(target());
    const faq = await aFaq(scene, { question: 'I cannot log in', answer: '42' });
    await aFaq(scene, { question: 'Free water in every store', answer: '42' });
    await aFaq(scene, { question: 'Is it fresh?', answer: '42' });
    expect(idsOf(await findFaqs(scene, 'login'))).toEqual([faq.id]);
    expect(await findFaqs(scene, 'isit')).toEqual([]);
  });

  test('returns `approximate` when a query has more unknown words than the search corrects', async () => {
    const scene = await createScene(target());
    await aSource(scene, { content: 'The warranty covers water.' });
    const unknown = Array.from({ length: 20 }, (_, place) => `zq${'abcdefghijklmnopqrst'[place]}`);
    const ask = async (q: string) =>
      (await scene.api.knowledgeSources.list({ query: { q } })).approximate;
    expect(await ask(`warranty ${unknown.join(' ')}`)).toBe(true);
    expect(await ask('waranty')).toBeUndefined();
  });

  test('does not correct a known word to a similar one', async () => {
    const scene = await createScene(target());
    const cat = await aFaq(scene, { question: 'Does the shop sell cages?', answer: '42' });
    const other = await aFaq(scene, { question: 'Does the shop sell cakes?', answer: '42' });
    expect(idsOf(await findFaqs(scene, 'cages'))).toEqual([cat.id]);
    expect(idsOf(await findFaqs(scene, 'cakes'))).toEqual([other.id]);
  });

  test('a question in whole sentences is found by its significant words', async () => {
    const scene = await createScene(target());
    await aFaq(scene, { question: 'How can I change my password?', answer: 'In the settings.' });
    await aFaq(scene, { question: 'Which card can I pay with?', answer: 'Any.' });
    const faq = await aFaq(scene, {
      question: 'Do you ship to Canada?',
      answer: 'We ship to all countries but two.',
    });
    const asked = 'hello, i live in canada and wonder how i could get something shipped to me??';
    expect(idsOf(await findFaqs(scene, asked))[0]).toBe(faq.id);
  });

  test('a match in the title or a heading scores higher than one in the text', async () => {
    const scene = await createScene(target());
    const filler = 'Our shop sells bread, cake and coffee on every day of the week. ';
    const mentioned = await aSource(scene, {
      title: 'Prices',
      content: `${filler}Gluten. ${filler}`,
    });
    const named = await aSource(scene, { title: 'Gluten', content: filler.repeat(2) });
    const headed = await aSource(scene, {
      title: 'Menu',
      content: `# Gluten\n\n${filler.repeat(2)}`,
    });
    const found = idsOf(await findSources(scene, 'gluten'));
    expect(found[0]).toBe(named.id);
    expect(found.indexOf(headed.id)).toBeLessThan(found.indexOf(mentioned.id));
  });
}
