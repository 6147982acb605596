import { channelCapabilities, mediaError } from '@parley/contract/schemas';
import * as z from 'zod';
import { FetchTextError, fetchBytes } from '../../../outbound/fetch-text.ts';
import type { Outbound } from '../../../outbound/outbound.ts';
import { type FormFile, formFileName, formOf, uploadMs } from '../file-form.ts';
import { refused, type Uploaded, uploadedBy } from '../outcomes.ts';
import { type TikTokAccess, tiktokGet, tiktokPost, tiktokRefusal } from './api.ts';

const uploaded = z.object({ data: z.object({ media_id: z.string().min(1) }) });
/**
 * How long an upload is reused, in milliseconds. TikTok deletes it after 30 days: messages that wait may still use it
 * on the remaining day.
 */
const lifeMs = 29 * 86_400_000;

const capabilities = z.object({
  data: z.object({
    capability_infos: z.array(
      z.object({ capability_type: z.string(), capability_result: z.boolean() }),
    ),
  }),
});

/**
 * Asks TikTok whether a conversation cannot get images, which depends on the countries of both sides. Returns false
 * when TikTok gives no clear answer: then TikTok refuses the message if it must.
 */
export async function refusesImages(
  access: TikTokAccess,
  { businessId, conversationId }: { businessId: string; conversationId: string },
): Promise<boolean> {
  const answer = await tiktokGet(access, 'business/message/capabilities/get/', {
    business_id: businessId,
    conversation_id: conversationId,
    conversation_type: 'SINGLE',
    capability_types: '["IMAGE_SEND"]',
  });
  const read = capabilities.safeParse(answer.kind === 'answered' ? answer.json : undefined);
  const infos = read.data?.data.capability_infos ?? [];
  return infos.some((info) => info.capability_type === 'IMAGE_SEND' && !info.capability_result);
}

type Image = Omit<FormFile, 'name'>;

export async function uploadImage(
  access: TikTokAccess,
  businessId: string,
  image: Image,
): Promise<Uploaded> {
  const fields = { business_id: businessId, media_type: 'IMAGE' };
  const name = formFileName({ mimeType: image.type, filename: null });
  const answer = await tiktokPost(access, 'business/message/media/upload/', {
    body: formOf(fields, { ...image, name }),
    timeoutMs: uploadMs,
  });
  return uploadedBy(answer, {
    lifeMs,
    refusalOf: tiktokRefusal,
    idOf: (json) => uploaded.safeParse(json).data?.data.media_id,
  });
}

/**
 * Fetches an image and uploads it, because TikTok accepts no URLs of images. Fetches it with the SSRF protection of all
 * URLs that tenants choose.
 */
export async function uploadFromUrl(
  access: TikTokAccess,
  { fetches, businessId, url }: { fetches: Outbound; businessId: string; url: string },
): Promise<Uploaded> {
  const image = await fetchImage(fetches, url);
  if (typeof image !== 'string') return await uploadImage(access, businessId, image);
  return { kind: 'refused', refusal: refused(mediaError, null, image) };
}

/** Returns the fetched image, or the reason why it cannot be used. */
async function fetchImage(fetches: Outbound, url: string): Promise<Image | string> {
  const [limits] = channelCapabilities.tiktok.content.media;
  try {
    const { bytes } = await fetchBytes(fetches, { url, maxBytes: limits?.maxBytes ?? 0 });
    // The type is read from the bytes, because the `Content-Type` of the server may be wrong.
    const type = typeOf(bytes);
    if (type === undefined) return 'The file is no JPEG and no PNG image.';
    return { type, sizeBytes: bytes.length, bytes: [bytes] };
  } catch (error) {
    if (error instanceof FetchTextError) return error.message;
    throw error;
  }
}

function typeOf(bytes: Uint8Array): string | undefined {
  const starts = (...signature: number[]) =>
    signature.every((byte, index) => bytes[index] === byte);
  if (starts(0xff, 0xd8, 0xff)) return 'image/jpeg';
  return starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) ? 'image/png' : undefined;
}
