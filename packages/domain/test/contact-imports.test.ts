import { contactImportLimits } from '@parley/contract/schemas';
import { expect, test } from 'vitest';
import {
  contactImportRules,
  keptErrors,
  type RowErrors,
  readContactRow,
  readHeader,
} from '../src/index.ts';

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

test.each([
  ['{"Fone":"phone"}', 'names the column `Fone`, which the file does not have'],
  ['{"Nome":"nme"}', 'assigns `Nome` to `nme`, which is not a field of a contact'],
])('a refused mapping %s says which name is wrong', (mapping, message) => {
  expect(() => readHeader(['Nome', 'phone'], mapping)).toThrow(
    expect.objectContaining({ details: { issues: [expect.objectContaining({ message })] } }),
  );
});

test('an error says how many cells a row should have, also when it has one', () => {
  const reading = { columns: [], match: ['phone' as const], width: 2 };
  const message = 'must have as many cells as the header (2), and has 1';
  expect(() => readContactRow(['+14155550123'], reading)).toThrow(
    expect.objectContaining({ details: { issues: [expect.objectContaining({ message })] } }),
  );
});
