import {
  mediaLimits,
  ServiceError,
  type UploadedFile,
  type UploadMediaQuery,
} from '@parley/contract/schemas';
import {
  checkFileSize,
  isForm,
  noBoundary,
  noFile,
  refuseEncoding,
  wrongForm,
} from '@parley/domain';
import busboy from 'busboy';
import type { Request, Response } from 'express';
import { dropDraft, receiveUpload } from '../media/drafts.ts';
import { hasBody, readyForBody } from './unread-body.ts';

// The body of an upload is written to the disk as it arrives, so the memory of a request does not depend on its length.

/**
 * Receives the file of a request: the whole body, or the one file of a form. Throws SVC-UNSUPPORTED-MEDIA-TYPE for a
 * body with a `Content-Encoding`.
 */
export async function readUpload(
  req: Request,
  res: Response,
  draftDir: string,
): Promise<UploadedFile> {
  const { headers } = req;
  if (!hasBody(headers)) throw noFile();
  const contentType = headers['content-type'];
  const hasForm = isForm(contentType);
  refuseEncoding(headers['content-encoding'], 'file');
  const length = Number(headers['content-length'] ?? 0);
  checkFileSize(hasForm ? length - mediaLimits.formBytes : length);
  readyForBody(req, res);
  const { filename } = req.query as UploadMediaQuery;
  const named = typeof filename === 'string' ? filename : undefined;
  const file = hasForm
    ? await readForm(req, draftDir, named)
    : await receiveUpload(bytesOf(req), { draftDir, contentType, filename: named });
  // If the client left after the last byte, `close` was emitted before: nothing else would delete the draft.
  if (res.destroyed) {
    await dropDraft(file);
    throw noFile();
  }
  // Deletes the received file at the end of the request. A file that was stored has been moved by then.
  res.once('close', () => void dropDraft(file).catch(() => {}));
  return file;
}

/**
 * Yields the body of a request. Throws when the client closes the connection. If the caller stops early, the connection
 * stays open for the response.
 */
async function* bytesOf(req: Request): AsyncGenerator<Uint8Array> {
  yield* req.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
}

async function readForm(
  req: Request,
  draftDir: string,
  filename: string | undefined,
): Promise<UploadedFile> {
  const form = formOf(req);
  const received: Promise<UploadedFile>[] = [];
  let length = 0;
  let count = (_chunk: Uint8Array) => {};
  const done = new Promise<void>((resolve, reject) => {
    form.on('file', (name, stream, info) => {
      // An incomplete form causes this error, even before or after anything reads the stream.
      stream.on('error', () => {});
      if (name !== 'file' || received.length > 0) {
        stream.resume();
        reject(wrongForm(name === 'file' ? 'several' : 'otherName'));
        return;
      }
      const file = receiveUpload(stream, {
        draftDir,
        contentType: info.mimeType,
        filename: filename ?? info.filename,
      });
      received.push(file);
      file.catch(reject);
    });
    form.on('field', () => reject(wrongForm('noFile')));
    form.once('partsLimit', () => reject(wrongForm('several')));
    form.once('close', resolve);
    // The error may come again after the form was refused.
    form.on('error', (cause) => reject(wrongForm('incomplete', cause)));
    req.once('aborted', () => reject(wrongForm('incomplete')));
    // The parser ignores what is before the first part and after the last one, however long it is.
    count = (chunk) => {
      length += chunk.length;
      const { maxBytes: limitBytes, formBytes } = mediaLimits;
      if (length <= formBytes + (received.length > 0 ? limitBytes : 0)) return;
      reject(new ServiceError('SVC-PAYLOAD-TOO-LARGE', { limitBytes }));
    };
  });
  // The parser gets each chunk before it is counted, so that a file has begun by then.
  req.pipe(form);
  req.on('data', count);
  try {
    await done;
    const [file] = received;
    if (!file) throw noFile();
    return await file;
  } catch (error) {
    for (const file of received) void file.then(dropDraft, () => {});
    throw error;
  } finally {
    req.off('data', count).unpipe(form);
    form.destroy();
  }
}

function formOf({ headers }: Request): busboy.Busboy {
  try {
    const limits = { files: 2, fields: 1, parts: 2, headerPairs: 20, fileSize: Infinity };
    return busboy({ headers, limits, defParamCharset: 'utf8' });
  } catch (cause) {
    throw noBoundary(cause);
  }
}
