import { connect } from 'node:net';
import { inject } from 'vitest';
import { rawReceiver } from './receivers.ts';

/** The Postgres of the tests at another address, where it refuses so many connections as one that recovers does. */
export async function startingPostgres(databaseUrl: string, refusals: number): Promise<string> {
  const { hostname, port } = new URL(inject('postgresUrl'));
  let left = refusals;
  const address = await rawReceiver((socket) => {
    left -= 1;
    if (left >= 0) {
      socket.once('data', () => socket.end(startingUp()));
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

/** A message of the protocol: its fields, each with its letter. */
function startingUp(): Buffer {
  const fields = ['SFATAL', 'VFATAL', 'C57P03', 'Mthe database system is starting up'];
  const body = Buffer.from(`${fields.join('\0')}\0\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
