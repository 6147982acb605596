import * as z from 'zod';
import type { OutgoingFile } from '../adapter.ts';
import { formFileName, uploadMs } from '../file-form.ts';
import { type GraphAccess, graphPost, graphResult } from '../graph.ts';
import { readAs } from '../outcomes.ts';

const provider = 'whatsapp_cloud';
const session = z.object({ id: z.string().startsWith('upload:') });
const uploaded = z.object({ h: z.string().min(1) });

/**
 * Uploads the example of a template's header by Meta's Resumable Upload API. Returns the handle of the file. Throws
 * SVC-PROVIDER-ERROR when Meta refuses the file.
 */
export async function uploadExample(
  access: GraphAccess,
  appId: string,
  { media, bytes }: Pick<OutgoingFile, 'media' | 'bytes'>,
): Promise<string> {
  const { mimeType: type, sizeBytes } = media;
  const query = new URLSearchParams({
    file_name: formFileName(media),
    file_length: String(sizeBytes),
    file_type: type,
  });
  const begun = await graphPost(access, `${appId}/uploads?${query}`, undefined);
  const { id } = readAs(provider, session, graphResult(provider, begun));
  // The ID may end with a query, which is part of the URL.
  const sent = await access.http.call({
    method: 'POST',
    url: new URL(`${access.baseUrl}/${id}`),
    headers: { authorization: `OAuth ${access.accessToken}`, file_offset: '0' },
    body: { type, sizeBytes, bytes },
    timeoutMs: uploadMs,
  });
  return readAs(provider, uploaded, graphResult(provider, sent)).h;
}
