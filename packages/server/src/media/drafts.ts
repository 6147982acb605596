import { createHash, randomBytes } from 'node:crypto';
import { open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { mediaLimits, ServiceError, type UploadedFile } from '@parley/contract/schemas';
import { describeFile, headBytes, uploadedFile } from '@parley/domain';
import { storageFailure } from '../db/failures.ts';
import { makeFolder } from '../make-folder.ts';
import type { Draft } from './file-store.ts';

interface Claims {
  readonly contentType?: string | undefined;
  readonly filename?: string | undefined;
}

interface Receiving extends Claims {
  readonly draftDir: string;
  readonly limitBytes?: number;
}

const privatePlaces = new WeakMap<object, Draft>();

/**
 * Writes the bytes of an upload to a draft. Throws SVC-PAYLOAD-TOO-LARGE for a file that is too large, and the errors
 * of `uploadedFile`.
 */
export async function receiveUpload(
  source: AsyncIterable<Uint8Array>,
  options: Receiving,
): Promise<UploadedFile> {
  return await receive(source, options, uploadedFile);
}

/**
 * Writes the bytes of a download to a draft, whatever type the network states. Throws SVC-PAYLOAD-TOO-LARGE for a file
 * that is too large.
 */
export async function receiveDownload(
  source: AsyncIterable<Uint8Array>,
  options: Receiving,
): Promise<UploadedFile> {
  return await receive(source, options, describeFile);
}

async function receive(
  source: AsyncIterable<Uint8Array>,
  options: Receiving,
  describe: typeof describeFile,
): Promise<UploadedFile> {
  try {
    return await writeDraft(source, options, describe);
  } catch (error) {
    if (storageFailure(error) === 'disk') fullFolders.add(options.draftDir);
    throw error;
  }
}

async function writeDraft(
  source: AsyncIterable<Uint8Array>,
  { draftDir, limitBytes = mediaLimits.maxBytes, ...claims }: Receiving,
  describe: typeof describeFile,
): Promise<UploadedFile> {
  await makeFolder(draftDir);
  const path = join(draftDir, randomBytes(16).toString('hex'));
  const handle = await open(path, 'wx', 0o600);
  try {
    const hash = createHash('sha256');
    const head = Buffer.alloc(headBytes);
    let sizeBytes = 0;
    for await (const chunk of source) {
      if (sizeBytes < headBytes) head.set(chunk.subarray(0, headBytes - sizeBytes), sizeBytes);
      sizeBytes += chunk.length;
      if (sizeBytes > limitBytes) throw new ServiceError('SVC-PAYLOAD-TOO-LARGE', { limitBytes });
      hash.update(chunk);
      await handle.writeFile(chunk);
    }
    await handle.sync();
    const file = describe({
      ...claims,
      head: head.subarray(0, sizeBytes),
      sizeBytes,
      sha256: hash.digest('hex'),
    });
    privatePlaces.set(file, { path, sizeBytes });
    return file;
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

/** The folders in which a write failed because of the disk, until `canWriteDrafts` succeeds there. */
const fullFolders = new Set<string>();
const triedBytes = 65_536;

/**
 * Returns whether drafts can be written. Tests this only after a write failed because of the disk: writes 64 kB and
 * removes them.
 */
export async function canWriteDrafts(draftDir: string): Promise<boolean> {
  if (!fullFolders.has(draftDir)) return true;
  try {
    const tried = Readable.from([Buffer.alloc(triedBytes)]);
    await dropDraft(await receiveDownload(tried, { draftDir }));
  } catch {
    // Every failure means the same to the load balancer: not ready.
    return false;
  }
  fullFolders.delete(draftDir);
  return true;
}

/** Returns the temporary file with the bytes of a received file. */
export function draftOf(file: UploadedFile): Draft {
  const draft = privatePlaces.get(file);
  if (!draft) throw new Error('this file was not received here');
  return draft;
}

/** Removes the temporary file of a received file. Does nothing when the file was stored. */
export async function dropDraft(file: UploadedFile): Promise<void> {
  await rm(draftOf(file).path, { force: true });
}

/** Removes the drafts that were written before this time. The processes that wrote them were killed. */
export async function clearDrafts(draftDir: string, before: Date): Promise<void> {
  for (const name of await readdir(draftDir).catch(() => [])) {
    const path = join(draftDir, name);
    const found = await stat(path).catch(() => undefined);
    if (found && found.mtimeMs < before.getTime()) await rm(path, { force: true });
  }
}
