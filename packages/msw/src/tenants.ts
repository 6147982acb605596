import type { Contract } from '@parley/contract';
import type { Fakes } from './types.ts';

export const tenants: Fakes<Contract['tenants']> = {
  current: (_input, store) => ({ status: 200, body: store.tenant }),
};
