import { requireNoRow } from '../../db/require-no-row.ts';
import { customFieldsTable } from '../table.ts';

/** Throws a RunAgainError when a kind of record has a required custom field, so that the transaction runs again. */
export const requireNone = requireNoRow('require-no-required-fields', {
  table: customFieldsTable,
  columns: ['entity'],
  condition: 'r.required = 1',
});
