import { bodyLimits } from '@parley/contract';
import { initContract } from '@ts-rest/core';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { readBodyLimits } from './body-limits.ts';

const note = {
  path: '/notes/:id',
  body: z.object({}),
  responses: { 200: z.object({}) },
} as const;

const contract = initContract().router({
  notes: {
    update: { ...note, method: 'PATCH', metadata: { errors: [], bodyBytes: 5_000_000 } },
    replace: { ...note, method: 'PUT', metadata: { errors: [] } },
  },
});

test('a body can have the limit of its endpoint, or the default limit', () => {
  const limitOf = readBodyLimits(contract);
  const template = '/notes/:id';
  expect(limitOf({ method: 'PATCH', template })).toBe(5_000_000);
  expect(limitOf({ method: 'PUT', template })).toBe(bodyLimits.defaultBytes);
  expect(limitOf({ method: 'PATCH', template: '/notes' })).toBe(bodyLimits.defaultBytes);
});
