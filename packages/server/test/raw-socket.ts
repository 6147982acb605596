import { connect } from 'node:net';

export interface RawAnswer {
  /** Of the last answer; 0 without one. */
  status: number;
  head: string;
  body: string;
  /** Whether the server closed the connection. */
  isClosed: boolean;
  /** How much the client could send until then. */
  sentBytes: number;
  /** Code of the error that ended the connection, such as `ECONNRESET`. */
  error: string | undefined;
}

interface RawOptions {
  /** Sent again and again behind the text, until the connection ends. */
  endless?: Buffer;
  /** When to give up waiting for the end of the connection. */
  patienceMs?: number;
}

/** Sends a text unchanged, and reads until the server closes the connection. */
export function sendRaw(
  port: number,
  text: string | Buffer,
  { endless, patienceMs = 30_000 }: RawOptions = {},
): Promise<RawAnswer> {
  return new Promise((resolve) => {
    let received = '';
    let error: string | undefined;
    let isClosed = false;
    const socket = connect(port, '127.0.0.1');
    const timer = setTimeout(() => socket.destroy(), patienceMs);
    const pump = () => {
      while (endless && !socket.destroyed && socket.writable && socket.write(endless));
    };
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
    });
    socket.on('end', () => {
      isClosed = true;
    });
    socket.on('error', (cause: NodeJS.ErrnoException) => {
      error = cause.code;
      isClosed = true;
    });
    socket.on('drain', pump);
    socket.on('close', () => {
      clearTimeout(timer);
      // A client may get two responses: `100 Continue` comes first.
      const last = received.lastIndexOf('HTTP/1.1 ');
      const [head = '', ...rest] = received.slice(Math.max(0, last)).split('\r\n\r\n');
      resolve({
        status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 0),
        head,
        body: rest.join('\r\n\r\n'),
        isClosed,
        sentBytes: socket.bytesWritten,
        error,
      });
    });
    socket.write(text);
    pump();
  });
}
