import { checkJson, jsonLimits } from '@parley/contract/schemas';
import { expect, test } from 'vitest';
import { parseJsonBody } from './json-body.ts';

const filler = JSON.stringify(`${'\\"[{,'.repeat(8_000)}\\`);
const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const list = (length: number) => `[${Array.from({ length }, (_, n) => n).join()}]`;

test.each([
  ['the deepest levels', `{"text":${filler},"list":${deep(jsonLimits.depth - 1)}}`],
  ['the most values', `{"text":${filler},"list":${list(jsonLimits.values - 2)}}`],
  ['one field many times', `{${'"a":1,'.repeat(20_000)}"a":[2]}`],
])('returns a long body with %s as JSON.parse does', (_, text) => {
  expect(checkJson(JSON.parse(text))).toBeUndefined();
  expect(parseJsonBody(text)).toEqual(JSON.parse(text));
});

test.each([
  ['one level too many', `{"text":${filler},"list":${deep(jsonLimits.depth)},"end":1}`],
  ['one value too many', `{"text":${filler},"list":${list(jsonLimits.values - 1)},"end":{}}`],
  ['far too many values', `[${list(100_000)},1]`],
  ['too many levels after one field many times', `{${'"a":1,'.repeat(20_000)}"b":${deep(40)}}`],
])('returns a value with the problem of a long body: %s', (_, text) => {
  const problem = checkJson(JSON.parse(text));
  expect(problem).toBeDefined();
  expect(checkJson(parseJsonBody(text))).toEqual(problem);
});

test('refuses a long body that is not JSON before its limits are exceeded', () => {
  const text = `{"text":${filler},]${list(20_000)}}`;
  expect(() => parseJsonBody(text)).toThrow(
    expect.objectContaining({
      code: 'SVC-MALFORMED-JSON',
      details: { position: text.indexOf(',]') + 1 },
    }),
  );
});
