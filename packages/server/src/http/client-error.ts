import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { ServiceError, toErrorResponse } from '@parley/contract/schemas';

const messages: Record<string, string> = {
  HPE_HEADER_OVERFLOW: 'The headers are too large.',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request was not sent in time.',
};

/** What is no HTTP never becomes a request, so it is answered on the bare connection. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const message = messages[error.code ?? ''] ?? 'The request is not valid HTTP.';
  const { status, body } = toErrorResponse(
    new ServiceError('SVC-VALIDATION', { issues: [] }, { message, cause: error }),
  );
  const text = JSON.stringify(body);
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`,
  );
}
