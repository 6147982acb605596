import { graphError, missingObject, ok, refuseToken } from '../graph.ts';
import type { SimulatedAnswer } from '../http.ts';
import type { App } from '../outbox.ts';
import type { Call, World } from '../world.ts';

// Meta's Resumable Upload API: a session of an app, the bytes of one file, and the handle by which templates name it.

const types = new Set(['application/pdf', 'image/jpeg', 'image/jpg', 'image/png', 'video/mp4']);
const mostBytes = 104_857_600;

/** Handles POST /{app-id}/uploads. */
export function beginUpload(world: World, app: App, call: Call): SimulatedAnswer {
  const refused = refuseToken(world, call, (holder) => isOfApp(world, app, holder));
  if (refused) return refused;
  const type = call.query.get('file_type') ?? '';
  const sizeBytes = Number(call.query.get('file_length'));
  if (call.method !== 'POST' || !call.query.get('file_name')) return graphError(100, 'file_name');
  if (!types.has(type)) return graphError(100, 'file_type');
  if (!(Number.isInteger(sizeBytes) && sizeBytes > 0 && sizeBytes <= mostBytes))
    return graphError(100, 'file_length');
  const id = world.newId('upload:');
  const signature = world.newId('AR');
  world.uploads.set(id, { app, type, sizeBytes, signature });
  return ok({ id: `${id}?sig=${signature}` });
}

/** Handles POST /upload:{id}. Requires the token as `OAuth`, and the offset as a header. */
export function takeUpload(world: World, call: Call, id: string): SimulatedAnswer {
  const upload = world.uploads.get(id);
  if (!upload || call.query.get('sig') !== upload.signature) return missingObject();
  const { authorization: given = '', ...headers } = call.headers;
  const token = /^OAuth (\S+)$/.exec(given)?.[1];
  if (token === undefined) return graphError(190);
  const asBearer = { ...call, headers: { ...headers, authorization: `Bearer ${token}` } };
  const refused = refuseToken(world, asBearer, (holder) => isOfApp(world, upload.app, holder));
  if (refused) return refused;
  if (headers['file_offset'] !== '0') return graphError(100, 'file_offset');
  if (call.body.length !== upload.sizeBytes) return graphError(100, 'file_length');
  const handle = `4:${Buffer.from(upload.type).toString('base64')}:${world.newId('ARb')}`;
  world.handles.set(handle, { app: upload.app, type: upload.type, bytes: call.body });
  return ok({ h: handle });
}

const formats: Readonly<Record<string, RegExp>> = {
  IMAGE: /^image\//,
  VIDEO: /^video\//,
  DOCUMENT: /^application\/pdf$/,
};

/** Returns whether a header of this format may have this handle as its example. */
export function isExample({ handles }: World, app: App, format: string, handle: string): boolean {
  const file = handles.get(handle);
  return file?.app === app && formats[format]?.test(file.type) === true;
}

function isOfApp({ accounts }: World, app: App, holder: string): boolean {
  return accounts.some((account) => account.app === app && account.ownerId === holder);
}
