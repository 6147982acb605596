import { dayMs } from '@parley/domain';
import * as z from 'zod';
import type { OutgoingFile } from '../adapter.ts';
import { formFileName, formOf, uploadMs } from '../file-form.ts';
import { authorization, type GraphAccess } from '../graph.ts';
import { type Uploaded, uploadedBy } from '../outcomes.ts';
import { refusalOfNumber } from './number-refusal.ts';

const uploaded = z.object({ id: z.string().min(1) });
/**
 * How long an upload is reused, in milliseconds. WhatsApp deletes it after 30 days: messages that wait may still use it
 * on the remaining day.
 */
const lifeMs = 29 * dayMs;

/** Uploads a file by `POST /{phoneNumberId}/media` of the Cloud API. */
export async function uploadToWhatsApp(
  { http, baseUrl, accessToken }: GraphAccess,
  phoneNumberId: string,
  { media, bytes }: OutgoingFile,
): Promise<Uploaded> {
  const { mimeType, sizeBytes } = media;
  // WhatsApp accepts only Opus in an Ogg file, and requires the codec in the media type.
  const type = mimeType === 'audio/ogg' ? 'audio/ogg; codecs=opus' : mimeType;
  const fields = { messaging_product: 'whatsapp', type };
  const answer = await http.call({
    method: 'POST',
    url: new URL(`${baseUrl}/${phoneNumberId}/media`),
    headers: authorization(accessToken),
    body: formOf(fields, { name: formFileName(media), type, sizeBytes, bytes }),
    timeoutMs: uploadMs,
  });
  return uploadedBy(answer, {
    lifeMs,
    refusalOf: refusalOfNumber,
    idOf: (json) => uploaded.safeParse(json).data?.id,
  });
}
