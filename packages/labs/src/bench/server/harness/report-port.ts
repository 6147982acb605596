import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The child's side of `startServer`: listens on a free port, says which, and answers about its CPU. */
export function reportPort(server: Server): void {
  server.listen(0, '127.0.0.1', () => {
    process.send?.({ port: (server.address() as AddressInfo).port });
  });
  answerAboutCpu();
}

export function answerAboutCpu(): void {
  process.on('message', () => process.send?.(process.cpuUsage()));
  process.on('disconnect', () => process.exit(0));
  process.once('SIGTERM', () => process.exit(0));
}
