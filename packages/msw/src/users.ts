import { userRules } from '@parley/domain';
import { fakeRecords } from './fake-records.ts';

/** Members of a tenant, whom only seeds make. */
export const userRecords = fakeRecords(userRules);
