import { expect, test } from 'vitest';
import { codeAt, newTotpSecret, stepOf } from './totp.ts';

// The secret of RFC 6238, `12345678901234567890`, in base32.
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [20_000_000_000, '353130'],
])('the code %i s after 1970 is the one of RFC 6238', (seconds, code) => {
  expect(codeAt(secret, Math.floor(seconds / 30))).toBe(code);
});

test('a code works in its period and the ones beside it, and once', () => {
  const nowMs = 1_000 * 30_000;
  const stepAt = (step: number, after = 0) =>
    stepOf(codeAt(secret, step), { secret, after, nowMs });
  expect([998, 999, 1_000, 1_001, 1_002].map((step) => stepAt(step))).toEqual([
    undefined,
    999,
    1_000,
    1_001,
    undefined,
  ]);
  expect(stepAt(1_000, 1_000)).toBeUndefined();
  expect(stepAt(1_001, 1_001)).toBeUndefined();
  // The clock has stepped back.
  expect(stepAt(1_000, 1_002)).toBe(1_000);
  const own = newTotpSecret('ana+x@example.com');
  expect(own.secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(own.uri).toContain(`Parley:ana%2Bx%40example.com?secret=${own.secret}`);
});
