import { contactImportLimits } from '@parley/contract/schemas';
import { expect, test } from 'vitest';
import { contactImportRules, keptErrors, type RowErrors } from '../src/index.ts';

const file = {
  sha256: '',
  sizeBytes: 0,
  delimiter: ',',
  headers: [],
  offset: 0,
  total: 50,
} as const;
const query = { match: ['externalId'], onConflict: 'update', dryRun: false } as const;
const given = { query: { ...query, match: [...query.match] }, file, filename: null, ignored: [] };
const fresh = contactImportRules.initial(given, { id: 'imp_1', at: '2026-01-01T00:00:00.000Z' });

const errorsOf = (count: number): RowErrors =>
  Array.from({ length: count }, () => ({ field: null, code: 'SVC-VALIDATION', message: 'no' }));

test('an error has the row of the file, which begins with the header', () => {
  const kept = keptErrors({ ...fresh, processed: 100 }, new Map([[1, errorsOf(1)]]));
  expect(kept).toMatchObject([{ row: 103, code: 'SVC-VALIDATION' }]);
});

test('of each row, at most 20 errors are kept', () => {
  const kept = keptErrors(fresh, new Map([[0, errorsOf(25)]]));
  expect(kept).toHaveLength(contactImportLimits.errorsOfRow);
});

test('the errors of the first 10,000 rows that fail are kept', () => {
  const almostFull = { ...fresh, failed: contactImportLimits.errors - 1 };
  const errors = new Map([
    [0, errorsOf(2)],
    [5, errorsOf(1)],
  ]);
  expect(keptErrors(almostFull, errors).map(({ row }) => row)).toEqual([2, 2]);
  expect(keptErrors({ ...fresh, failed: 20_000 }, errors)).toEqual([]);
});
