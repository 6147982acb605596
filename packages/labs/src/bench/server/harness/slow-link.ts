// A TCP proxy before a database, as if it were on another machine: what is sent to it arrives a millisecond later.
import { connect, createServer, type Socket } from 'node:net';
import { listen } from '../../../listen.ts';
import { reportPort } from './report-port.ts';

const [port, host] = process.argv.slice(2);

const server = createServer({ noDelay: true }, (client) => {
  const database = connect({ port: Number(port), host, noDelay: true });
  client.on('data', (bytes) => setTimeout(() => database.write(bytes), 1));
  database.on('data', (bytes) => client.write(bytes));
  endTogether(client, database);
  endTogether(database, client);
});
reportPort(await listen(server));

function endTogether(socket: Socket, other: Socket): void {
  socket.on('error', () => other.destroy());
  socket.on('close', () => other.destroy());
}
