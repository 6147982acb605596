import { connect } from 'node:net';
import { inject } from 'vitest';
import { rawReceiver } from './receivers.ts';

const keptParameters = ['user', 'database', 'client_encoding'];

/** The Postgres of the tests behind a pooler that ignores the settings of connections, as PgBouncer can be set to. */
export async function ignoringPooler(databaseUrl: string): Promise<string> {
  const { hostname, port } = new URL(inject('postgresUrl'));
  const address = await rawReceiver((socket) => {
    const behind = connect(Number(port || 5432), hostname);
    behind.on('error', () => socket.destroy());
    socket.on('close', () => behind.destroy());
    socket.once('data', (first) => {
      behind.write(withoutSettings(first));
      socket.pipe(behind).pipe(socket);
    });
  });
  const url = new URL(databaseUrl);
  url.host = new URL(address).host;
  return url.href;
}

/** Removes the settings from the first message of a client: its length, the protocol, then names and values. */
function withoutSettings(message: Buffer): Buffer {
  const words = message.subarray(8).toString().split('\0');
  const kept = words.flatMap((word, index) =>
    index % 2 === 0 && keptParameters.includes(word) ? [word, words[index + 1]] : [],
  );
  const body = Buffer.from(`${kept.join('\0')}\0\0`);
  const head = Buffer.from(message.subarray(0, 8));
  head.writeInt32BE(body.length + head.length);
  return Buffer.concat([head, body]);
}
