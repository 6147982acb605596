interface Reporting {
  /** Answers to further questions, by their `ask`. */
  answers?: Readonly<Record<string, () => object>>;
  stop?: () => Promise<void>;
}

/**
 * Runs the child's side of `startServer`: sends the port, answers questions about its CPU, and ends on SIGTERM or with
 * its parent.
 */
export function reportPort(port: number, { answers, stop = async () => {} }: Reporting = {}): void {
  const all: Reporting['answers'] = { cpu: () => process.cpuUsage(), ...answers };
  process.on('message', ({ ask }: { ask: string }) => process.send?.(all[ask]?.()));
  process.on('disconnect', () => process.exit(0));
  process.once('SIGTERM', () => void stop().then(() => process.exit(0)));
  process.send?.({ port });
}
