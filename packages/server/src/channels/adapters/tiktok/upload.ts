import { unsupportedTypeError } from '@parley/contract/schemas';
import { dayMs } from '@parley/domain';
import * as z from 'zod';
import { type FormFile, formFileName, formOf, uploadMs } from '../file-form.ts';
import {
  jsonOf,
  type ProviderRefusal,
  refusalOf,
  refused,
  type Uploaded,
  uploadedBy,
} from '../outcomes.ts';
import { type TikTokAccess, tiktokGet, tiktokPost, tiktokRefusal } from './api.ts';

const uploaded = z.object({ data: z.object({ media_id: z.string().min(1) }) });
/**
 * How long an upload is reused, in milliseconds. TikTok deletes it after 30 days: messages that wait may still use it
 * on the remaining day.
 */
const lifeMs = 29 * dayMs;

const capabilities = z.object({
  data: z.object({
    capability_infos: z.array(
      z.object({ capability_type: z.string(), capability_result: z.boolean() }),
    ),
  }),
});

/**
 * Asks TikTok whether a conversation can get images, which depends on the countries of both sides. Returns the refusal
 * if it cannot, or if TikTok cannot answer now. Returns undefined when TikTok gives no clear answer: then TikTok
 * refuses the message if it must.
 */
export async function refuseImages(
  access: TikTokAccess,
  businessId: string,
  conversationId: string,
): Promise<ProviderRefusal | undefined> {
  const answer = await tiktokGet(access, 'business/message/capabilities/get/', {
    business_id: businessId,
    conversation_id: conversationId,
    conversation_type: 'SINGLE',
    capability_types: '["IMAGE_SEND"]',
  });
  const refusal = refusalOf(answer, { refusalOf: tiktokRefusal });
  if (refusal !== undefined && refusal !== 'unknown' && refusal.error.automaticRetry)
    return refusal;
  const read = capabilities.safeParse(jsonOf(answer));
  const infos = read.data?.data.capability_infos ?? [];
  const isRefused = infos.some(
    (info) => info.capability_type === 'IMAGE_SEND' && !info.capability_result,
  );
  if (!isRefused) return undefined;
  return refused(unsupportedTypeError, null, 'No images in this conversation.');
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
