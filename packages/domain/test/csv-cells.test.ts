import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seed } from '../../../scripts/test/seed.ts';
import {
  checkFileHead,
  csvLine,
  guardCell,
  joinList,
  readDelimiter,
  splitList,
  unguardCell,
} from '../src/index.ts';

test('a guarded cell is no formula, and reading it returns the text', () => {
  for (const text of ['=1+1', '+cmd', '-2+3', '@SUM(A1)', '\t=1', '\r=1']) {
    expect(guardCell(text)).toBe(`'${text}`);
  }
  for (const text of ['+4930123456', '4930', 'Ana', '', "O'Neil", "'quoted'"]) {
    expect(guardCell(text)).toBe(text);
  }
  const text = fc.oneof(fc.string(), fc.stringMatching(/^'{0,3}[=+\-@\t\r]?[0-9a=+]*$/));
  fc.assert(
    fc.property(text, (given) => {
      expect(unguardCell(guardCell(given))).toBe(given);
    }),
    { seed },
  );
});

test('a list in one cell is read as it was written', () => {
  const item = fc
    .string({ minLength: 1 })
    .map((text) => text.trim())
    .filter((text) => text !== '');
  fc.assert(
    fc.property(fc.array(fc.oneof(item, fc.constantFrom('a;b', '\\', ';', 'a\\;b'))), (list) => {
      expect(splitList(joinList(list))).toEqual(list);
    }),
    { seed },
  );
  expect(splitList(' a ;; b;')).toEqual(['a', 'b']);
});

test('quotes a cell only where it must be', () => {
  expect(csvLine(['a', 'b "c"', 'd,e', 'f\ng', '', ' h'])).toBe(
    'a,"b ""c""","d,e","f\ng",," h"\r\n',
  );
});

test.each([
  ['a,b,c\n1;2;3;4', ',', 0],
  ['"a,b,c";d\n', ';', 0],
  ['a\tb\r\n', '\t', 0],
  ['phone', ',', 0],
  ['sep=;\r\na,b,c', ';', 7],
  ['SEP=\t\na', '\t', 6],
  ['"sep=,"\ra;b', ',', 8],
  ['sep=;', ';', 0],
  ['sep=;a\n', ';', 0],
  ['sep=|\na;b', ',', 0],
] as const)(
  'the first lines %j name the delimiter %j and %i characters before the header',
  (head, delimiter, headerAt) => {
    expect(readDelimiter(head)).toEqual({ delimiter, headerAt });
  },
);

test('the first bytes of a file decide why it is no text in UTF-8', () => {
  const head = (text: string) => Buffer.from(text, 'latin1');
  const refusal = (message: RegExp) =>
    expect.objectContaining({
      details: { issues: [expect.objectContaining({ message: expect.stringMatching(message) })] },
    });
  for (const utf16 of ['\xff\xfea\0', '\xfe\xff\0a']) {
    expect(() => checkFileHead(head(utf16))).toThrow(refusal(/UTF-16/));
  }
  // Not in UTF-8 either, as most archives.
  expect(() => checkFileHead(head('PK\x03\x04\xff'))).toThrow(refusal(/a workbook/));
  for (const text of ['', 'P', 'PK', '\xef\xbb\xbfname', '\xff']) checkFileHead(head(text));
});
