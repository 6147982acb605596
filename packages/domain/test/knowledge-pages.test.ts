import { knowledgeLimits } from '@parley/contract/schemas';
import { expect, test } from 'vitest';
import { pageFailure, readPage, statusFailure } from '../src/index.ts';

const url = 'https://shop.example.com/help';
const read = (contentType: string | null, text = 'At nine.', from = url) =>
  readPage({ text, contentType, url: from });

test('the content type decides the format; plain text at a .md URL is Markdown', () => {
  expect(read('text/html; charset=utf-8')).toEqual({ content: 'At nine.', format: 'page' });
  expect(read('Application/XHTML+XML ;x')).toMatchObject({ format: 'page' });
  expect(read('text/x-markdown')).toMatchObject({ format: 'markdown' });
  expect(read('text/plain')).toMatchObject({ format: 'text' });
  expect(read('text/plain', 'x', `${url}.MD?a=1`)).toMatchObject({ format: 'markdown' });
  expect(read('text/html', 'x', `${url}.md`)).toMatchObject({ format: 'page' });
});

test('a page without readable text fails permanently', () => {
  for (const [answer, code] of [
    [read('image/png'), 'content_unsupported'],
    [read(null), 'content_unsupported'],
    [read('text/plain', ' \0\n'), 'content_empty'],
    [read('text/plain', 'x'.repeat(knowledgeLimits.content + 1)), 'content_too_large'],
  ] as const) {
    expect(answer).toMatchObject({ code, isPassing: false });
  }
});

test('counts characters instead of UTF-16 units, and removes NUL', () => {
  const content = '😀'.repeat(knowledgeLimits.content);
  expect(read('text/plain', `\0${content}`)).toEqual({ content, format: 'text' });
});

test('failures of unreachable sites are temporary, others are permanent', () => {
  for (const status of [408, 429, 500, 503]) expect(statusFailure(status).isPassing).toBe(true);
  for (const status of [400, 404, 410, 302]) expect(statusFailure(status).isPassing).toBe(false);
  for (const code of ['timeout', 'connection_refused', 'connection_failed', 'name_not_resolved']) {
    expect(pageFailure(code, '').isPassing, code).toBe(true);
  }
  for (const code of ['tls_failed', 'invalid_response', 'address_not_allowed']) {
    expect(pageFailure(code, '').isPassing, code).toBe(false);
  }
});
