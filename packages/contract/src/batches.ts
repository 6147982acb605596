import * as z from 'zod';
import { errorEnvelope } from './errors.ts';

/** The description of batch endpoints: which items are stored when some cannot be. */
export const batchItems =
  'If a field of any item has an invalid form, the server refuses the whole request with `SVC-VALIDATION`. Otherwise each item succeeds or fails alone, and has a result: also for values of custom fields and other rules that need stored records.';

/** The fields of the result of one item in a batch. Each batch endpoint adds a field for the record. */
export const batchResultFields = {
  index: z.int().describe('Index of the item, from 0.'),
  status: z.enum(['created', 'updated', 'error']).describe('Result of the item.'),
  error: errorEnvelope.shape.error.nullable().describe('Error of the item; null after a success.'),
};
