import { isUtf8 } from 'node:buffer';
import { ServiceError } from '@parley/contract/schemas';
import { parseJsonBody } from '@parley/domain';
import express, { type RequestHandler } from 'express';

interface ReadJsonOptions {
  limitBytes: number;
  /** Off: every body takes the way of the uncommon ones, which answers the same, only slower. */
  accelerated?: boolean;
}

const jsonType = /^application\/json\s*(?:;|$)/i;

/** Whether the request brings a body at all; a length of 0 is none. */
export function hasBody(headers: { [name: string]: string | string[] | undefined }): boolean {
  const length = headers['content-length'];
  return (length !== undefined && length !== '0') || headers['transfer-encoding'] !== undefined;
}

/**
 * Reads JSON bodies in the order of the contract's checks: content type, size, JSON. A body of known
 * length without compression is read here; anything else by express.raw.
 */
export function readJson({ limitBytes, accelerated = true }: ReadJsonOptions): RequestHandler {
  const readAnything = express.raw({ type: () => true, limit: limitBytes });
  return (req, res, next) => {
    const { headers } = req;
    if (!hasBody(headers)) {
      next();
      return;
    }
    if (!jsonType.test(headers['content-type'] ?? '')) {
      next(new ServiceError('SVC-UNSUPPORTED-MEDIA-TYPE', { expected: 'application/json' }));
      return;
    }
    const length = Number(headers['content-length'] ?? Number.NaN);
    if (length > limitBytes) {
      next(new ServiceError('SVC-PAYLOAD-TOO-LARGE', { limitBytes }));
      return;
    }
    const finish = (bytes: Buffer) => {
      try {
        req.body = parseJsonBody(isUtf8(bytes) ? bytes.toString() : undefined);
      } catch (error) {
        next(error);
        return;
      }
      next();
    };
    if (!accelerated || !(length > 0) || headers['content-encoding'] !== undefined) {
      readAnything(req, res, (error?: unknown) => {
        if (error) next(asServiceError(error, limitBytes));
        else finish(Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0));
      });
      return;
    }
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    // The client went away in the middle of its body: nobody hears the answer.
    req.on('error', (cause) => next(new ServiceError('SVC-MALFORMED-JSON', {}, { cause })));
    req.on('end', () => {
      const [first] = chunks;
      finish(chunks.length === 1 && first ? first : Buffer.concat(chunks));
    });
  };
}

/** What body-parser says: too large, an unknown compression, or bytes that cannot be unpacked. */
function asServiceError(error: unknown, limitBytes: number): unknown {
  const { type, status } = error as { type?: string; status?: number };
  if (type === 'entity.too.large') return new ServiceError('SVC-PAYLOAD-TOO-LARGE', { limitBytes });
  if (status === 415) {
    return new ServiceError('SVC-UNSUPPORTED-MEDIA-TYPE', { expected: 'application/json' });
  }
  if (status === 400) return new ServiceError('SVC-MALFORMED-JSON', {}, { cause: error });
  return error;
}
