import { type Contract, contract } from '@parley/contract';
import { expect, test } from 'vitest';
import { createMock } from '../src/index.ts';
import type { Fakes } from '../src/types.ts';

test('every endpoint of the contract has a fake and a control', () => {
  const mock = createMock();
  for (const [noun, routes] of Object.entries(contract)) {
    const controls = mock[noun as keyof Contract] as Record<string, unknown>;
    expect(Object.keys(controls)).toEqual(Object.keys(routes));
  }
});

test('an endpoint without a fake does not compile', () => {
  type Current = Pick<Contract['tenants'], 'current'>;
  type Tenants = Fakes<Current>;
  type Grown = Fakes<Current & { rename: Contract['contacts']['update'] }>;
  const fakes: Tenants = { current: (_input, store) => store.tenant };
  // @ts-expect-error `rename` is missing
  const grown: Grown = fakes;
  // @ts-expect-error failures are thrown, not answered
  const failing: Tenants = { current: () => ({ status: 404, body: {} }) };
  expect([grown, failing]).toHaveLength(2);
});

test('a fake of a response without a body that returns a value or a promise does not compile', () => {
  type Deletion = Fakes<Pick<Contract['tags'], 'delete'>>;
  const quiet: Deletion = { delete: () => {} };
  // @ts-expect-error a 204 has no body
  const speaking: Deletion = { delete: () => ({ id: 'tag' }) };
  // @ts-expect-error another request could change records meanwhile
  const later: Deletion = { delete: async () => undefined };
  expect([quiet, speaking, later]).toHaveLength(3);
});
