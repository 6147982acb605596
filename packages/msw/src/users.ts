import type { Contract } from '@parley/contract';
import { userRules } from '@parley/domain';
import { fakeCrud, fakeRecords } from './fake-records.ts';
import type { Fakes } from './types.ts';

/** Users of a tenant. Only seeds create them. */
export const userRecords = fakeRecords(userRules, { limit: 'members' });

const { list, get } = fakeCrud(userRecords);

export const members: Fakes<Contract['members']> = { list, get };
