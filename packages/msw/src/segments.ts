import { createSegmentBody, examples, type segmentsRoutes } from '@parley/contract';
import { contactsIn, segmentRules } from '@parley/domain';
import { contactRecords } from './contact-records.ts';
import { fakeCrud, fakeRecords } from './fake-records.ts';
import { seedsOf } from './seeds-of.ts';
import type { Fakes } from './types.ts';

export const segmentRecords = fakeRecords(segmentRules);

export const segments: Fakes<typeof segmentsRoutes> = {
  ...fakeCrud(segmentRecords),
  listContacts: ({ params, query }, store) => {
    const segment = segmentRecords.get(store, params.id);
    return contactRecords.list(store, contactsIn(segment, query));
  },
};

export const segmentSeeds = seedsOf(createSegmentBody, segmentRecords, (number) => ({
  ...examples.createSegmentBody,
  name: `${examples.createSegmentBody.name} ${number}`,
}));
