const starts: Readonly<Record<string, string>> = {
  'image/png': '89504e470d0a1a0a0000000d49484452',
  'image/webp': '524946461000000057454250',
  'video/mp4': '0000001866747970697363656d',
  'audio/mp4': '00000018667479704d344120',
  'audio/ogg': '4f67675300020000000000000000',
  'application/pdf': '255044462d312e370a',
};

/** Returns bytes that start like a file of the type, and differ for each text. */
export function bytesOf(mimeType: string, text: string): Buffer {
  const [type = ''] = mimeType.split(';');
  return Buffer.concat([Buffer.from(starts[type] ?? '', 'hex'), Buffer.from(text)]);
}
