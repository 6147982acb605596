import { createHash } from 'node:crypto';
import { graphError, ok, refuseToken } from '../graph.ts';
import type { SimulatedAnswer } from '../http.ts';
import type { Account, Call, World } from '../world.ts';

const megabyte = 1_048_576;
/** The maximum size of each media type, and its allowed file endings. */
const known: Readonly<Record<string, { most: number; endings: readonly string[] }>> = {
  'image/jpeg': { most: 5 * megabyte, endings: ['jpg', 'jpeg'] },
  'image/png': { most: 5 * megabyte, endings: ['png'] },
  'image/webp': { most: 500 * 1_024, endings: ['webp'] },
  'video/mp4': { most: 16 * megabyte, endings: ['mp4'] },
  'video/3gpp': { most: 16 * megabyte, endings: ['3gp', '3gpp'] },
  'audio/aac': { most: 16 * megabyte, endings: ['aac'] },
  'audio/amr': { most: 16 * megabyte, endings: ['amr'] },
  'audio/mpeg': { most: 16 * megabyte, endings: ['mp3'] },
  'audio/mp4': { most: 16 * megabyte, endings: ['m4a', 'mp4'] },
  'audio/ogg': { most: 16 * megabyte, endings: ['ogg', 'opus'] },
  'application/pdf': { most: 100 * megabyte, endings: ['pdf'] },
  'text/plain': { most: 100 * megabyte, endings: ['txt'] },
};

/** Handles POST /{phone-number-id}/media. */
export async function uploadMedia(
  world: World,
  account: Account,
  call: Call,
): Promise<SimulatedAnswer> {
  const refused = refuseToken(world, call, (holder) => holder === account.ownerId);
  if (refused) return refused;
  const type = call.headers['content-type'] ?? '';
  if (!type.startsWith('multipart/form-data')) return graphError(100, 'multipart/form-data');
  const headers = { 'content-type': type };
  const form = await new Response(call.body, { headers }).formData();
  const file = form.get('file');
  if (form.get('messaging_product') !== 'whatsapp') return graphError(131008, 'messaging_product');
  if (!(file instanceof File)) return graphError(131008, 'file');
  if (form.get('type') === null) return graphError(131008, 'type');
  const [mimeType = '', codec = ''] = file.type.split(';').map((part) => part.trim());
  if (mimeType === 'audio/ogg' && codec !== 'codecs=opus') return graphError(100, 'not Opus');
  const limits = Object.hasOwn(known, mimeType) ? known[mimeType] : undefined;
  const ending = file.name.split('.').at(-1)?.toLowerCase() ?? '';
  if (!limits?.endings.includes(ending)) return graphError(100, `${file.name} is no ${mimeType}`);
  if (file.size > limits.most) return graphError(100, `larger than ${limits.most} bytes`);
  const bytes = Buffer.from(await file.arrayBuffer());
  return ok({ id: keepFile(world, account, { mimeType, bytes }) });
}

/** Stores a file that was uploaded or that a customer sent. Returns its ID. */
export function keepFile(
  world: World,
  account: Account,
  file: { mimeType: string; bytes: Buffer },
): string {
  const id = world.newId('');
  world.files.set(id, { ...file, accountId: account.id });
  return id;
}

/** Handles GET and DELETE /{media-id}. */
export function mediaRoute(world: World, call: Call, id: string): SimulatedAnswer | undefined {
  const file = world.files.get(id);
  if (!file) return undefined;
  const owner = world.accounts.find((account) => account.id === file.accountId)?.ownerId;
  const refused = refuseToken(world, call, (holder) => holder === owner);
  if (refused) return refused;
  if (call.method === 'DELETE') return ok({ success: world.files.delete(id) });
  const sha256 = createHash('sha256').update(file.bytes).digest('hex');
  return ok({
    messaging_product: 'whatsapp',
    url: `${world.url()}/lookaside/${id}`,
    mime_type: file.mimeType,
    sha256,
    file_size: file.bytes.length,
    id,
  });
}

/** Returns the bytes of a file. Requires the account's token and a `User-Agent`. */
export function downloadMedia(world: World, call: Call, id: string): SimulatedAnswer {
  const file = world.files.get(id);
  if (!file) return { status: 404 };
  const owner = world.accounts.find((account) => account.id === file.accountId)?.ownerId;
  if (!call.headers['user-agent'] || refuseToken(world, call, (holder) => holder === owner))
    return { status: 401 };
  return { status: 200, bytes: { type: file.mimeType, body: file.bytes } };
}
