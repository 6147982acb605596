import { expect, test } from 'vitest';
import { decodePage } from './page-charset.ts';

const html = 'text/html';
const latin = (text: string) => Buffer.from(text, 'latin1');

test('reads the charset of the response, and ignores an unknown one', () => {
  expect(decodePage(latin('olá'), `${html}; charset="ISO-8859-1"`)).toBe('olá');
  expect(decodePage(Buffer.from('olá'), `${html}; charset=klingon`)).toBe('olá');
});

test('reads the charset of a meta element unless the response has one', () => {
  for (const meta of [
    '<meta charset="iso-8859-2">',
    '<META http-equiv=Content-Type content="text/html; charset=iso-8859-2">',
  ]) {
    const page = Buffer.concat([Buffer.from(`<html><head>${meta}`), Buffer.from([0xb3, 0xf3])]);
    expect(decodePage(page, html)).toBe(`<html><head>${meta}łó`);
    expect(decodePage(page, `${html}; charset=windows-1252`)).toBe(`<html><head>${meta}³ó`);
  }
  const wrong = '<meta charset=utf-16>olá';
  expect(decodePage(Buffer.from(wrong), html)).toBe(wrong);
});

test('reads no charset of a meta element in texts, comments and other attributes', () => {
  const meta = '<meta charset=iso-8859-2>';
  for (const type of ['text/markdown', 'text/plain; format=html']) {
    expect(decodePage(Buffer.from(`${meta}olá`), type)).toBe(`${meta}olá`);
  }
  for (const head of [
    `<!-- ${meta} -->`,
    `<!-- ${meta} > `,
    '<meta name=description content="A form with charset=iso-8859-2">',
    '<meta name=keywords data-charset=iso-8859-2 accept-charset="iso-8859-2">',
    '<meta http-equiv=refresh content="9; url=/?charset=iso-8859-2">',
    `<meta content='>' charset="utf-8">${meta}`,
  ]) {
    expect(decodePage(Buffer.from(`${head}olá`), html)).toBe(`${head}olá`);
  }
});

test('a byte order mark decides before the charset of the response', () => {
  const little = Buffer.from('\ufeffolá', 'utf16le');
  for (const body of [little, Buffer.from(little).swap16(), Buffer.from('\ufeffolá')]) {
    expect(decodePage(body, `${html}; charset=iso-8859-1`)).toBe('olá');
  }
});

test('reads windows-1252 that is called UTF-8, or nothing', () => {
  const text = '<p>Devolução grátis: não há maçãs</p>';
  for (const type of [html, `${html}; charset=utf-8`]) {
    expect(decodePage(latin(text), type)).toBe(text);
  }
});

test('reads the dashes, curly quotes and euro signs of windows-1252', () => {
  const body = latin('We don\x92t ship\x97sorry. 10 \x80');
  for (const type of [html, `${html}; charset=iso-8859-1`, `${html}; charset=windows-1252`]) {
    expect(decodePage(body, type)).toBe('We don’t ship—sorry. 10 €');
  }
});

test('keeps UTF-8 with a few invalid bytes, and replaces these', () => {
  const body = Buffer.concat([Buffer.from('ação, maçã '), Buffer.from([0xff])]);
  expect(decodePage(body, html)).toBe('ação, maçã \ufffd');
  expect(decodePage(Buffer.from('\ufffd\ufffd'), html)).toBe('\ufffd\ufffd');
});

test('keeps UTF-8 with emojis in CESU-8 and with replacement characters', () => {
  const emoji = Buffer.from([0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80]);
  for (const text of ['Não há maçãs ', 'olá ', '\ufffd ']) {
    const body = Buffer.concat([Buffer.from(text), emoji]);
    expect(decodePage(body, html)).toBe(text + '\ufffd'.repeat(6));
  }
});

test('reads the charset of the meta element if the response wrongly says UTF-8', () => {
  const head = '<meta charset=iso-8859-2>';
  const page = Buffer.concat([Buffer.from(head), Buffer.from([0xb3, 0xf3])]);
  expect(decodePage(page, `${html}; charset=utf-8`)).toBe(`${head}łó`);
  expect(decodePage(page, 'text/plain; charset=utf-8')).toBe(`${head}³ó`);
  const valid = `${head}olá`;
  expect(decodePage(Buffer.from(valid), `${html}; charset=utf-8`)).toBe(valid);
});
