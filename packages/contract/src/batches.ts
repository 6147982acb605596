import * as z from 'zod';
import { errorEnvelope } from './errors.ts';

/** The fields of the result of one item in a batch. Each batch endpoint adds a field for the record. */
export const batchResultFields = {
  index: z.int().describe('Index of the item, from 0.'),
  status: z.enum(['created', 'updated', 'error']).describe('Result of the item.'),
  error: errorEnvelope.shape.error.nullable().describe('Error of the item; null after a success.'),
};
