interface Reporting {
  /** Further answers, by the question's `ask`. */
  answers?: Readonly<Record<string, () => object>>;
  stop?: () => Promise<void>;
}

/** The child's side of `startServer`: sends the port, answers about its CPU, and ends on SIGTERM or with its parent. */
export function reportPort(port: number, { answers, stop = async () => {} }: Reporting = {}): void {
  const all: Reporting['answers'] = { cpu: () => process.cpuUsage(), ...answers };
  process.on('message', ({ ask }: { ask: string }) => process.send?.(all[ask]?.()));
  process.on('disconnect', () => process.exit(0));
  process.once('SIGTERM', () => void stop().then(() => process.exit(0)));
  process.send?.({ port });
}
