import type { SimulatedAnswer } from '../http.ts';
import type { Account, Call, World } from '../world.ts';
import { done, failed } from './answers.ts';

const mostBytes = 3 * 1_048_576;
const endings: Readonly<Record<string, readonly string[]>> = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
};

/** Handles POST /business/message/media/upload/. */
export async function uploadImage(
  world: World,
  account: Account,
  { headers, body }: Call,
): Promise<SimulatedAnswer> {
  const type = headers['content-type'] ?? '';
  if (!type.startsWith('multipart/form-data')) return failed(40_002, 'multipart/form-data');
  const asked = new Response(new Uint8Array(body), { headers: { 'content-type': type } });
  const form = await asked.formData();
  const file = form.get('file');
  if (form.get('business_id') !== account.id) return failed(40_001, 'no permission');
  if (form.get('media_type') !== 'IMAGE') return failed(40_002, 'media_type');
  if (!(file instanceof File)) return failed(40_007, 'file');
  const ending = file.name.split('.').at(-1)?.toLowerCase() ?? '';
  if (!endings[file.type]?.includes(ending)) return failed(40_908, 'file type');
  if (file.size > mostBytes) return failed(40_908, 'file size');
  const id = world.newId('v1');
  const bytes = Buffer.from(await file.arrayBuffer());
  world.files.set(id, { accountId: account.id, mimeType: file.type, bytes });
  return done({ media_id: id });
}
