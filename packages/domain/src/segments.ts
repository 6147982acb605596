import type {
  ListContactsQuery,
  ListSegmentContactsQuery,
  Segment,
  segmentsRoutes,
} from '@parley/contract/schemas';
import { anyOf } from './filters.ts';
import { crudRules } from './rules.ts';
import { caselessKey } from './texts.ts';

export const segmentRules = crudRules<typeof segmentsRoutes>({
  kind: 'segment',
  initial: ({ name, filter, metadata = {} }, { id, at }) => ({
    id,
    name,
    filter,
    metadata,
    createdAt: at,
    updatedAt: at,
  }),
  unique: { name: ({ name }) => caselessKey(name) },
  filters: { name: anyOf('name', caselessKey) },
  sortKeys: { name: ({ name }) => caselessKey(name) },
});

/** Returns the query of `GET /contacts` that lists the contacts of a segment. */
export function contactsIn(
  { filter }: Segment,
  query: ListSegmentContactsQuery,
): ListContactsQuery {
  return { ...filter, ...query };
}
