import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  requestLimits,
  ServiceError,
  securityHeaders,
  toErrorResponse,
} from '@parley/contract/schemas';
import { invalid } from '@parley/domain';
import type { Logger } from 'pino';

interface ParseError extends NodeJS.ErrnoException {
  /** The bytes in which the parser found the error. */
  readonly rawPacket?: Uint8Array;
  /** The place of the error in these bytes. */
  readonly bytesParsed?: number;
}

/** Answers invalid HTTP directly on the connection, because such data never becomes a request. */
export function answerClientErrors(log: Logger) {
  return (error: NodeJS.ErrnoException, socket: Duplex): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const requestId = randomUUID();
    const { status, body } = toErrorResponse(asServiceError(error));
    const text = JSON.stringify(body);
    const headers = {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(text),
      Connection: 'close',
      'X-Request-Id': requestId,
      ...securityHeaders,
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`);
    log.info({ requestId, status, code: error.code }, 'request');
  };
}

function asServiceError(error: ParseError): ServiceError {
  if (error.code === 'HPE_HEADER_OVERFLOW') {
    const limitBytes = requestLimits.headBytes;
    const message = 'The headers, the path and the query are together too large.';
    return new ServiceError('SVC-HEADERS-TOO-LARGE', { limitBytes }, { message, cause: error });
  }
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return lateRequest(error);
  const wrongByte = error.rawPacket?.[error.bytesParsed ?? 0] ?? 0;
  if (error.code === 'HPE_INVALID_URL' && wrongByte > 127) {
    const message =
      'must be ASCII, like its query: write other characters in percent-encoded UTF-8';
    return invalid({ in: 'path', path: '', code: 'invalid_format', message }, { cause: error });
  }
  const message = 'The request is not valid HTTP.';
  return new ServiceError('SVC-VALIDATION', { issues: [] }, { message, cause: error });
}

/** Returns the error for a client that sends its request too slowly. */
export function lateRequest(cause?: unknown): ServiceError {
  const message = 'The request was not sent in time.';
  return new ServiceError('SVC-VALIDATION', { issues: [] }, { message, cause });
}
