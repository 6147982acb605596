import { connect } from 'node:net';
import { TLSSocket } from 'node:tls';
import { inject } from 'vitest';
import { createCertificate } from './certificates.ts';
import { rawReceiver } from './receivers.ts';

interface Refusal {
  readonly code: string;
  readonly text: string;
  /** Default: 0. */
  readonly accepted?: number;
  /** Default: all. */
  readonly refusals?: number;
}

/** The Postgres of the tests at another address, where it refuses so many connections as one that recovers does. */
export async function startingPostgres(databaseUrl: string, refusals: number): Promise<string> {
  const refusal = { code: '57P03', text: 'the database system is starting up' };
  return await refusingPostgres(databaseUrl, { ...refusal, refusals });
}

/**
 * The Postgres of the tests at another address. There it accepts the first `accepted` connections, refuses the next
 * `refusals` with an error, and accepts all later ones.
 */
export async function refusingPostgres(
  databaseUrl: string,
  { accepted = 0, refusals = Number.POSITIVE_INFINITY, ...refusal }: Refusal,
): Promise<string> {
  const { hostname, port } = new URL(inject('postgresUrl'));
  let count = 0;
  const address = await rawReceiver((socket) => {
    count += 1;
    if (count > accepted && count <= accepted + refusals) {
      socket.once('data', () => socket.end(errorOf(refusal)));
      return;
    }
    const behind = connect(Number(port || 5432), hostname);
    behind.on('error', () => socket.destroy());
    socket.on('close', () => behind.destroy());
    socket.pipe(behind).pipe(socket);
  });
  const url = new URL(databaseUrl);
  url.host = new URL(address).host;
  return url.href;
}

/** The URL of a server that speaks TLS as Postgres does, with a certificate that nobody trusts. */
export async function untrustedPostgres(): Promise<string> {
  const { cert, key } = createCertificate({ name: 'localhost' });
  const address = await rawReceiver((socket) => {
    socket.once('data', () => {
      // Postgres accepts TLS.
      socket.write('S');
      const secure = new TLSSocket(socket, { isServer: true, cert, key });
      secure.on('error', () => {});
    });
  });
  return `postgres://parley:hush@localhost:${new URL(address).port}/parley?sslmode=verify-full`;
}

/** A message of the protocol: its fields, each with its letter. */
function errorOf({ code, text }: Refusal): Buffer {
  const fields = ['SFATAL', 'VFATAL', `C${code}`, `M${text}`];
  const body = Buffer.from(`${fields.join('\0')}\0\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
