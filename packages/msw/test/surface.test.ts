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
