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
  const meta = decoderOf(isHtml ? charsetOfMeta(body) : undefined);
  const decoder = decoderOf(marked?.[0]) ?? decoderOf(sent) ?? meta;
  if (decoder && decoder.encoding !== 'utf-8') return decodeWith(decoder, body);
  const other = meta && meta.encoding !== 'utf-8' ? meta : new TextDecoder('windows-1252');
  const text = new TextDecoder().decode(body);
  return isMostlyUtf8(text, body) ? text : decodeWith(other, body);
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
 * Some sites say that a page is in UTF-8, or say nothing, but send another charset. Then nearly every letter with an
 * accent is an invalid byte, and almost no two of them are a valid character by chance. A page in UTF-8 can have errors:
 * cut characters, or emojis whose two surrogates are encoded on their own, which are six invalid bytes.
 */
function isMostlyUtf8(text: string, body: Uint8Array): boolean {
  if (!text.includes('\ufffd')) return true;
  let valid = replacementsIn(body);
  let invalid = -valid;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === 0xfffd) invalid += 1;
    else if (unit > 0x7f) valid += 1;
  }
  return invalid <= 10 * valid;
}

/** Returns how often a text in UTF-8 has U+FFFD as a character of its own. */
function replacementsIn(body: Uint8Array): number {
  let count = 0;
  for (let at = body.indexOf(0xef); at >= 0; at = body.indexOf(0xef, at + 1)) {
    if (body[at + 1] === 0xbf && body[at + 2] === 0xbd) count += 1;
  }
  return count;
}
