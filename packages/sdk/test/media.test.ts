import { openAsBlob, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMock } from '@parley/msw';
import { expect, test } from 'vitest';
import { Parley } from '../src/index.ts';
import { contractValidation } from '../src/validate.ts';

const mock = createMock();
const { apiKey, fetch } = mock;
const parley = new Parley({ apiKey, fetch, validate: contractValidation() });

test('uploads a file on disk, and downloads the same bytes', async () => {
  const path = join(tmpdir(), `receipt-${process.pid}.pdf`);
  writeFileSync(path, '%PDF-1.7 receipt');
  // #region upload
  const receipt = await openAsBlob(path);
  const file = await parley.media.upload(receipt, { filename: 'receipt.pdf' });
  const copy = await parley.media.download(file.id);
  // #endregion
  expect(file).toMatchObject({ mimeType: 'application/pdf', filename: 'receipt.pdf' });
  expect(await copy.text()).toBe('%PDF-1.7 receipt');
  expect(copy.type).toBe('application/pdf');
});

test('sends an uploaded file', async () => {
  const { id: channelId } = await parley.channels.create({
    name: 'Shop',
    type: 'whatsapp',
    provider: 'sandbox',
  });
  const to = '5511987654321';
  const pdf = new Blob(['%PDF-1.7 receipt']);
  // #region send
  const receipt = await parley.media.upload(pdf, { filename: 'receipt.pdf' });
  const message = await parley.messages.send({
    channelId,
    to,
    type: 'document',
    media: { id: receipt.id },
    caption: 'Your receipt',
  });
  // #endregion
  expect(message.attachments).toMatchObject([{ filename: 'receipt.pdf', mediaId: receipt.id }]);
  expect((await parley.media.get(receipt.id)).expiresAt).toBeNull();
});

test('uses the name and type of a File, and accepts bytes of any kind', async () => {
  const sound = new File(['\0\0\0\x18ftypisom'], 'voice.m4a', { type: 'audio/mp4' });
  const uploaded = await parley.media.upload(sound);
  expect(uploaded).toMatchObject({ filename: 'voice.m4a', mimeType: 'audio/mp4' });
  const bytes = new TextEncoder().encode('a,b');
  const query = { filename: 'table.csv' };
  for (const file of [bytes, bytes.buffer, Buffer.from(bytes)]) {
    expect(await parley.media.upload(file, query)).toMatchObject({ mimeType: 'text/csv' });
  }
});

test('sends the same bytes and the same Idempotency-Key again after a lost answer', async () => {
  let isFirst = true;
  const flaky: typeof fetch = async (...request) => {
    const answer = await fetch(...request);
    if (!isFirst) return answer;
    isFirst = false;
    throw new TypeError('fetch failed');
  };
  const client = new Parley({ apiKey, fetch: flaky, initialBackoffMs: 1 });
  const { data, attempts, replayed } = await client.media.upload(new Blob(['once'])).withMeta();
  expect([attempts, replayed]).toEqual([2, true]);
  expect(await (await client.media.download(data.id)).text()).toBe('once');
});

test('a missing file is a NotFoundError', async () => {
  await expect(parley.media.download('med_x')).rejects.toMatchObject({ code: 'SVC-NOT-FOUND' });
});
