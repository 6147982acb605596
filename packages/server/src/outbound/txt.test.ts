import { expect, test } from 'vitest';
import { createFindTxt } from './txt.ts';

test('TXT records are joined from their chunks, and a name without one differs from a silent DNS', async () => {
  const asked = (resolveTxt: () => Promise<string[][]>) =>
    createFindTxt({ resolveTxt })('a.example');
  const failing = (code: string) => async () => {
    throw Object.assign(new Error(code), { code });
  };
  expect(await asked(async () => [['one ', 'text'], ['other']])).toEqual(['one text', 'other']);
  expect(await asked(failing('ENOTFOUND'))).toEqual([]);
  expect(await asked(failing('ENODATA'))).toEqual([]);
  await expect(asked(failing('ETIMEOUT'))).rejects.toThrow('ETIMEOUT');
  await expect(asked(failing('ESERVFAIL'))).rejects.toThrow('ESERVFAIL');
});
