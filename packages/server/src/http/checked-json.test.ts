import { contract } from '@parley/contract';
import { examples } from '@parley/contract/schemas';
import { expect, test } from 'vitest';
import { CheckedJson, checkedJson } from './checked-json.ts';

const { list, get } = contract.conversations;
const { conversation } = examples;
const pageOf = (...data: object[]) => ({ data, nextCursor: null });

test('a response contains only the fields of the contract', () => {
  const body = pageOf({ ...conversation, secret: 'x' });
  const json = checkedJson(list, 200, { ...body, total: 1 });
  expect(JSON.parse(json.text)).toEqual(pageOf(conversation));
  expect(json.toJSON()).toEqual(pageOf(conversation));
  expect(JSON.parse(checkedJson(get, 200, { ...conversation, secret: 'x' }).text)).toEqual(
    conversation,
  );
});

test('refuses a response that breaks the contract', () => {
  const wrong = { ...conversation, unreadCount: 'many' };
  expect(() => checkedJson(get, 200, wrong)).toThrow();
  expect(() => checkedJson(list, 200, pageOf(conversation, wrong))).toThrow();
  expect(() => checkedJson(list, 200, pageOf(Object.freeze(wrong)))).toThrow();
  expect(() => checkedJson(list, 200, { data: [], nextCursor: 5 })).toThrow();
  expect(() => checkedJson(list, 200, { data: {}, nextCursor: null })).toThrow();
});

test('checks a frozen record once, and a mutable one every time', () => {
  const seen = { frozen: 0, open: 0 };
  const counting = (name: keyof typeof seen) => ({
    ...conversation,
    get subject() {
      seen[name] += 1;
      return null;
    },
  });
  const frozen = Object.freeze(counting('frozen'));
  const open = counting('open');
  checkedJson(list, 200, pageOf(frozen, open));
  const once = { ...seen };
  const json = checkedJson(list, 200, pageOf(frozen, open));
  expect(seen.frozen).toBe(once.frozen);
  expect(seen.open).toBeGreaterThan(once.open);
  expect(JSON.parse(json.text).data).toHaveLength(2);
});

test('checks a record again for another endpoint', () => {
  const frozen = Object.freeze({ ...conversation });
  checkedJson(get, 200, frozen);
  expect(() => checkedJson(contract.messages.get, 200, frozen)).toThrow();
});

test('sends a long body with the same bytes each time, and encodes it once', () => {
  const json = new CheckedJson(JSON.stringify({ text: 'Grüße, Zoë 👋'.repeat(500) }));
  const [first, second, third] = [json.toSend(), json.toSend(), json.toSend()];
  expect(first).toBe(json.text);
  expect(String(second)).toBe(json.text);
  expect(second).toBeInstanceOf(Buffer);
  expect(third).toBe(second);
  const short = new CheckedJson('{"text":"é"}');
  expect([short.toSend(), short.toSend()]).toEqual([short.text, short.text]);
});
