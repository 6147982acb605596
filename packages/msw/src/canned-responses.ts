import { type cannedResponsesRoutes, createCannedResponseBody, examples } from '@parley/contract';
import { cannedResponseRules } from '@parley/domain';
import { fakeCrud, fakeRecords } from './fake-records.ts';
import { seedsOf } from './seeds-of.ts';
import type { Fakes } from './types.ts';

export const cannedResponseRecords = fakeRecords(cannedResponseRules);

export const cannedResponses: Fakes<typeof cannedResponsesRoutes> = fakeCrud(cannedResponseRecords);

export const cannedResponseSeeds = seedsOf(
  createCannedResponseBody,
  cannedResponseRecords,
  (number) => ({ ...examples.createCannedResponseBody, shortcut: `hello-${number}` }),
);
