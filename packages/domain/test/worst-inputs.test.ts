import { type CustomField, contactImportLimits, fold } from '@parley/contract/schemas';
import fc from 'fast-check';
import { test } from 'vitest';
import { expectBelow } from '../../../scripts/test/expect-short-hold.ts';
import { cpuOf } from '../../../scripts/test/longest-hold.ts';
import { seed } from '../../../scripts/test/seed.ts';
import {
  contactLines,
  csvLine,
  filled,
  guardCell,
  hasCustomValues,
  joinList,
  newContact,
  placeholdersIn,
  readContactRow,
  readDelimiter,
  readHeader,
  rowErrorsOf,
  splitList,
  unguardCell,
} from '../src/index.ts';

// A tenant decides these texts, as long as the limits allow: none may hold the process up.

const at = '2026-01-01T00:00:00.000Z';
const { rowLength, columns: mostColumns, mapping: mappingLength } = contactImportLimits;

const works: Readonly<Record<string, (text: string) => unknown>> = {
  'a list in a cell': (text) => joinList(splitList(text).slice(0, 100)),
  'a cell that may be a formula': (text) => csvLine([unguardCell(text), guardCell(text)]),
  'the first line of a file': (text) => readDelimiter(text),
  'a row with one long cell': (text) => rowOf(['tags', 'externalId'], [text, '1']),
  'a row with long metadata': (text) => rowOf(['metadata', 'externalId'], [text, '1']),
  'a row with many cells': (text) => {
    const headers = Array.from({ length: mostColumns - 1 }, (_, n) => `metadata.key${n}`);
    const length = Math.floor(rowLength / mostColumns);
    return rowOf([...headers, 'externalId'], [...headers.map(() => text.slice(0, length)), '1']);
  },
  'a mapping and many columns': (text) => {
    const names = Array.from({ length: mostColumns }, (_, n) => `${n}${text.slice(0, 200)}`);
    const own = names.slice(0, Math.floor(mappingLength / 220));
    const mapping = JSON.stringify(
      Object.fromEntries(own.map((name, n) => [name, `metadata.k${n}`])),
    );
    return refusalOf(() => readHeader(names, mapping));
  },
  'the placeholders of a template': (text) => [placeholdersIn(text), filled(text, () => '')],
  'filters by custom fields': (text) => {
    const values = Object.fromEntries(
      Array.from({ length: 100 }, (_, n) => [`f${n}`, text.slice(0, 160)]),
    );
    const wanted = Array.from({ length: 100 }, (_, n) => `f${n}:${text.slice(0, 40)}${n}`);
    return hasCustomValues({ customFields: values }, wanted);
  },
  'the cells of an exported contact': (text) => {
    const fields = Array.from({ length: 100 }, (_, n) => ({ key: `f${n}` }) as CustomField);
    const customFields = Object.fromEntries(fields.map(({ key }) => [key, text.slice(0, 160)]));
    const contact = {
      ...newContact({ id: 'a', at }, 'api'),
      customFields,
      tags: [text.slice(0, 64)],
    };
    return contactLines([contact], fields);
  },
  'the folded form of a text': (text) => fold(text.slice(0, 10_000)),
};

const pieces = [
  "'",
  '"',
  '\\',
  ';',
  ',',
  '\t',
  '=',
  '{',
  '{{',
  '}}',
  'a',
  ' ',
  '\n',
  'ﷺ',
  'e\u0301',
  '😀',
  '["',
  '{"a":',
  '\0',
];
const hostile = fc
  .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 4 })
  .map((some) => some.join(''));

test.each(Object.entries(works))('%s takes a moment at its longest', async (_name, work) => {
  const property = fc.asyncProperty(hostile, async (piece) => {
    const text = piece.repeat(Math.ceil(rowLength / piece.length)).slice(0, rowLength);
    // Once more for a run in which code was compiled or garbage collected.
    await expectBelow(50, 3, () => cpuOf(() => work(text)));
  });
  await fc.assert(property, { numRuns: 12, seed });
});

function rowOf(headers: readonly string[], cells: readonly string[]) {
  const { columns } = readHeader(headers, null);
  return refusalOf(() =>
    readContactRow(cells, { columns, match: ['externalId'], width: headers.length }),
  );
}

/** The outcome of work that may refuse its text. */
function refusalOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return rowErrorsOf(error);
  }
}
