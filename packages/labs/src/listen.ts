import type { AddressInfo, Server } from 'node:net';

/** Listens on a free port of the loopback address and returns the port. */
export async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on TCP has an address with a port.
  return (server.address() as AddressInfo).port;
}
