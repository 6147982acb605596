import { contract } from '@parley/contract';
import { contactsIn, segmentRules } from '@parley/domain';
import { contacts } from '../contacts/records.ts';
import { crud } from '../crud/crud.ts';
import { defineRecords } from '../crud/records.ts';
import { implement } from '../http/implement.ts';
import { segmentsTable } from './table.ts';

const segments = defineRecords(segmentsTable, segmentRules);

export const segmentsRoutes = implement(contract.segments, {
  ...crud(segments),
  listContacts: async ({ params, query }, ctx) => {
    const segment = await segments.get(ctx, params.id);
    return await contacts.list(ctx, contactsIn(segment, query));
  },
});
