import {
  mediaLimits,
  ServiceError,
  type UploadedFile,
  type UploadMediaQuery,
} from '@parley/contract/schemas';
import { checkFileSize, noFile } from '@parley/domain';
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
  const isForm = /^multipart\/form-data\s*(?:;|$)/i.test(contentType ?? '');
  if ((headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity') {
    throw new ServiceError('SVC-UNSUPPORTED-MEDIA-TYPE', {
      expected: 'a file without Content-Encoding',
    });
  }
  const length = Number(headers['content-length'] ?? 0);
  checkFileSize(isForm ? length - mediaLimits.formBytes : length);
  readyForBody(req, res);
  const { filename } = req.query as UploadMediaQuery;
  const named = typeof filename === 'string' ? filename : undefined;
  const file = isForm
    ? await readForm(req, draftDir, named)
    : await receiveUpload(bytesOf(req), { draftDir, contentType, filename: named });
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
        reject(wrongForm(name === 'file' ? 'must be one file' : 'must be named `file`'));
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
    form.on('field', () => reject(wrongForm('must be a file with a `filename`')));
    form.once('partsLimit', () => reject(wrongForm('must be one file')));
    form.once('close', resolve);
    // The error may come again after the form was refused.
    form.on('error', (cause) => reject(wrongForm('must be a complete form', cause)));
    req.once('aborted', () => reject(wrongForm('must be a complete form')));
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
    throw new ServiceError(
      'SVC-UNSUPPORTED-MEDIA-TYPE',
      { expected: 'multipart/form-data; boundary=…' },
      { cause },
    );
  }
}

function wrongForm(message: string, cause?: unknown): ServiceError {
  const issue = { in: 'body', path: 'file', code: 'invalid_format', message } as const;
  return new ServiceError('SVC-VALIDATION', { issues: [issue] }, { cause });
}
