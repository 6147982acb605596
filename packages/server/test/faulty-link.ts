import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

/** How a simulated network treats traffic. */
export type Fault = 'none' | 'latency' | 'blackhole' | 'half-open' | 'reset' | 'slow close';

export interface FaultyLink {
  /** The same database, through this link. */
  readonly url: string;
  setFault(fault: Fault): void;
  /** Sets the fault as soon as something is sent to the database that holds this text. */
  setFaultAt(text: string, fault: Fault): void;
  /** Returns the fault of now. */
  fault(): Fault;
}

const latencyMs = 150;
const slowCloseMs = 1_000;

/**
 * A TCP proxy before a database. Bytes swallowed by a blackhole never arrive, also after it is lifted: a connection
 * that lost bytes stays silent, as after a failover. `half-open` swallows responses only.
 */
export async function faultyLink(databaseUrl: string, onEnd = onTestFinished): Promise<FaultyLink> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let fault: Fault = 'none';
  let trap: { readonly text: string; readonly fault: Fault } | undefined;
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const behind = connect({
      port: Number(target.port || 5432),
      host: target.hostname,
      allowHalfOpen: true,
    });
    const link = { isBroken: false };
    client.on('data', (bytes) => {
      if (!trap || !bytes.includes(trap.text)) return;
      fault = trap.fault;
      trap = undefined;
    });
    forward(client, behind, link, ['blackhole']);
    forward(behind, client, link, ['blackhole', 'half-open']);
  });
  function forward(from: Socket, to: Socket, link: { isBroken: boolean }, losing: Fault[]): void {
    sockets.add(from);
    from.on('error', () => to.destroy());
    from.on('close', () => sockets.delete(from));
    let sent = Promise.resolve();
    from.on('data', (bytes) => {
      if (losing.includes(fault)) link.isBroken = true;
      if (link.isBroken) return;
      const arrived = fault === 'latency' ? sleep(latencyMs) : undefined;
      sent = sent.then(async () => {
        await arrived;
        if (!to.destroyed) to.write(bytes);
      });
    });
    from.on('end', async () => {
      if (link.isBroken) return;
      if (fault === 'slow close') await sleep(slowCloseMs);
      to.end();
    });
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onEnd(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const url = new URL(databaseUrl);
  // A TCP server that listens has an address with a port.
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    fault: () => fault,
    setFaultAt: (text, next) => {
      trap = { text, fault: next };
    },
    setFault: (next) => {
      fault = next;
      if (next === 'reset') for (const socket of sockets) socket.resetAndDestroy();
      if (next === 'slow close') for (const socket of sockets) socket.end();
    },
  };
}
