import { expect, test } from 'vitest';
import { formFileName } from './file-form.ts';

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

test.each([
  [docx, null, 'file.docx'],
  [docx, 'letter.zip', 'file.docx'],
  ['text/csv', null, 'file.csv'],
  ['application/zip', null, 'file.zip'],
  ['application/gzip', 'logs.gz', 'file.gz'],
  ['application/octet-stream', null, 'file.bin'],
])('a file of the type %s with the name %j is uploaded as %s', (mimeType, filename, name) => {
  expect(formFileName({ mimeType, filename })).toBe(name);
});
