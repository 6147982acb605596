import { expect, test } from 'vitest';
import { expectBelow } from '../../../../scripts/test/expect-short-hold.ts';
import { cpuOf } from '../../../../scripts/test/longest-hold.ts';
import { instagramCases, tiktokCases } from '../../test/provider-bodies.ts';
import { messageBody, messagesOfEveryType, statusBody } from '../../test/whatsapp-bodies.ts';
import { whatsappCases } from '../../test/whatsapp-cases.ts';
import { networks } from './networks.ts';
import { parseProviderJson } from './provider-json.ts';

// A signed body is parsed before its bytes are stored: if the parser throws, the message of a customer is lost.

const odd: readonly unknown[] = [
  ...['constructor', '__proto__', 'hasOwnProperty', 'toString', '', 'x'.repeat(300)],
  ...[null, true, -1, {}, [], [null], [[]], JSON.parse('{"__proto__":{"kind":"message"}}')],
];

const account = { id: 'account', named: (name: string) => name };
const bodies = {
  whatsapp: [
    ...Object.values(messagesOfEveryType).map(({ message }) =>
      messageBody('1', { from: '5511987654321', username: 'ana' }, message),
    ),
    statusBody('1', { id: 'a', status: 'failed', errors: [{ code: 131026, title: 'No' }] }),
    ...Object.values(whatsappCases(account)).map(({ body }) => body),
  ],
  instagram: Object.values(instagramCases(account)).map(({ body }) => body),
  tiktok: Object.values(tiktokCases(account)).map(({ body }) => body),
};

test.each(Object.keys(bodies) as (keyof typeof bodies)[])(
  'a body of %s with an odd value or name anywhere has items, and each can be parsed again',
  (type) => {
    const { partsOf, itemsOf } = networks[type];
    let seen = 0;
    // Bodies that differ in one part have variants in common.
    const texts = bodies[type].flatMap(variantsOf).map((changed) => JSON.stringify(changed));
    for (const changed of new Set(texts)) {
      for (const part of partsOf(parseProviderJson(changed))) {
        for (const { item, fragment } of itemsOf(part.body)) {
          const again = partsOf(fragment).flatMap((one) => itemsOf(one.body));
          seen += 1;
          const kinds = again.map((one) => one.item.kind);
          if (typeof item.kind === 'string' && kinds.includes(item.kind)) continue;
          expect.fail(`${item.kind}, then ${kinds.join()}: ${changed}`);
        }
      }
    }
    expect(seen).toBeGreaterThan(1_000);
  },
);

test('the largest body of Instagram with one account is split in a moment', async () => {
  const entry = Array.from({ length: 250_000 }, () => ({ id: '1' }));
  const body = { object: 'instagram', entry };
  await expectBelow(250, 5, () => cpuOf(() => networks.instagram.partsOf(body)));
  expect(networks.instagram.partsOf(body)).toEqual([{ externalId: '1', body }]);
});

test('a body with a long text that does not end is refused in a moment', async () => {
  const text = `"${'\\"'.repeat(10_000)}`;
  await expectBelow(50, 3, () => cpuOf(() => parseProviderJson(text)));
  expect(parseProviderJson(text)).toBeUndefined();
});

/** Returns variants of a value: each has one part replaced by an odd value, or one field name by an odd name. */
function variantsOf(value: unknown): unknown[] {
  if (typeof value === 'string' && value.startsWith('{')) {
    return [...odd, ...variantsOf(JSON.parse(value)).map((one) => JSON.stringify(one))];
  }
  if (typeof value !== 'object' || value === null) return [...odd];
  if (Array.isArray(value)) {
    const inner = value.flatMap((item, place) =>
      variantsOf(item).map((one) => value.with(place, one)),
    );
    return [...odd, ...inner];
  }
  const entries = Object.entries(value);
  const inner = entries.flatMap(([name, item], place) => {
    const names = odd.filter((one) => typeof one === 'string');
    const changed: (readonly [string, unknown])[] = [
      ...variantsOf(item).map((one) => [name, one] as const),
      ...names.map((other) => [other, item] as const),
    ];
    return changed.map((entry) =>
      Object.fromEntries(entries.with(place, entry as [string, unknown])),
    );
  });
  return [...odd, ...inner];
}
