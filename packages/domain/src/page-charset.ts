// How the bytes of a page become text.

const marks: readonly (readonly [string, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** The number of bytes at the beginning of a page in which browsers look for a `<meta>` with its charset. */
const headBytes = 1_024;
const comments = /<!--[\s\S]*?(?:-->|$)/g;
const metas = /<meta(?=[\s/])((?:"[^"]*"|'[^']*'|[^"'>])*)>/gi;
const attributes = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;

/**
 * Returns the text of a page by its byte order mark, else by the charset of its `Content-Type`, else by the charset of
 * its `<meta>` element, else as UTF-8. A charset that does not exist is ignored. Only HTML has `<meta>` elements.
 */
export function decodePage(body: Uint8Array, contentType: string): string {
  const marked = marks.find(([, bytes]) => bytes.every((byte, index) => body[index] === byte));
  const sent = /;\s*charset="?([^";\s]+)/i.exec(contentType)?.[1];
  const isHtml = contentType === '' || /^[^;]*html/i.test(contentType);
  const meta = isHtml ? charsetOfMeta(body) : undefined;
  const decoder = [marked?.[0], sent, meta].map(decoderOf).find(Boolean);
  return !decoder || decoder.encoding === 'utf-8' ? decodeUtf8(body) : decodeWith(decoder, body);
}

function charsetOfMeta(body: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(body.subarray(0, headBytes));
  const charset = [...head.replace(comments, '').matchAll(metas)]
    .map(([, text = '']) => charsetIn(text))
    .find(Boolean);
  // The element was readable as ASCII, so the page is not in UTF-16.
  return charset && /^utf-16/i.test(charset) ? 'utf-8' : charset;
}

/** Returns the charset that the attributes of a `<meta>` name. */
function charsetIn(text: string): string | undefined {
  const values = new Map<string, string>();
  for (const [, name = '', ...quoted] of text.matchAll(attributes)) {
    values.set(name.toLowerCase(), quoted.find((value) => value !== undefined) ?? '');
  }
  const charset = values.get('charset')?.trim();
  if (charset || values.get('http-equiv')?.toLowerCase() !== 'content-type') return charset;
  return /charset\s*=\s*["']?([^\s"';]+)/i.exec(values.get('content') ?? '')?.[1];
}

function decoderOf(charset: string | undefined): TextDecoder | undefined {
  if (charset === undefined) return undefined;
  try {
    return new TextDecoder(charset);
  } catch {
    return undefined;
  }
}

/** Node 20 decodes windows-1252 as ISO-8859-1, without dashes and curly quotes, unless it decodes a stream. */
function decodeWith(decoder: TextDecoder, body: Uint8Array): string {
  return decoder.decode(body, { stream: true }) + decoder.decode();
}

/**
 * Decodes UTF-8. Some sites say that a page is in UTF-8, or say nothing, but send windows-1252. Then nearly every letter
 * with an accent is an invalid byte. A few invalid bytes among valid letters are errors in a page in UTF-8.
 */
function decodeUtf8(body: Uint8Array): string {
  const text = new TextDecoder().decode(body);
  if (!text.includes('\ufffd')) return text;
  let excess = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit > 0x7f) excess += unit === 0xfffd ? 1 : -1;
  }
  return excess > 0 && !isUtf8(body) ? decodeWith(new TextDecoder('windows-1252'), body) : text;
}

function isUtf8(body: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(body);
    return true;
  } catch {
    return false;
  }
}
