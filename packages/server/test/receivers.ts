import { createServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Server,
  type Socket,
} from 'node:net';
import { onTestFinished } from 'vitest';
import type { Issued } from './certificates.ts';

// Receivers of webhooks on this machine, gone with their test.

interface ListenOptions {
  host?: string;
  port?: number;
}

export function receiver(listener: RequestListener, options?: ListenOptions): Promise<string> {
  return listen(createServer(listener), 'http', options);
}

export function tlsReceiver(issued: Issued, listener: RequestListener): Promise<string> {
  return listen(createHttpsServer(issued, listener), 'https');
}

/** Anything but HTTP as it should be. */
export function rawReceiver(listener: (socket: Socket) => void): Promise<string> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {});
    listener(socket);
  });
  return listen(server, 'http');
}

/** A free port. */
export async function closedPort(): Promise<string> {
  const server = createTcpServer();
  const url = await start(server, 'http');
  await new Promise((resolve) => server.close(resolve));
  return url;
}

async function listen(server: Server, scheme: string, options?: ListenOptions): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return await start(server, scheme, options);
}

async function start(
  server: Server,
  scheme: string,
  { host = '127.0.0.1', port: wanted = 0 }: ListenOptions = {},
): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(wanted, host, resolve);
  });
  // A TCP server that listens has an address with a port.
  const { port } = server.address() as AddressInfo;
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
