import { userRules } from '@parley/domain';
import { fakeRecords } from './fake-records.ts';

/** Users of a tenant. Only seeds create them. */
export const userRecords = fakeRecords(userRules);
