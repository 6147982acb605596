import type { Logger } from 'pino';

/**
 * The longest time from a signal to the end of the process, in milliseconds. A process that serves requests stops by
 * itself within 29 seconds: see closing.ts.
 */
const hardEndMs = 29_500;

/**
 * Calls the function at the first SIGTERM or SIGINT, and with `hangUp` also at SIGHUP. A further SIGTERM or SIGINT ends
 * the process at once; a further SIGHUP changes nothing.
 */
export function onStopSignal(
  stop: (signal: string) => void,
  { hangUp = false } = {},
): { ignore(): void } {
  let isAsked = false;
  const hear = (signal: string) => {
    if (isAsked) process.exit(1);
    isAsked = true;
    setTimeout(() => process.exit(1), hardEndMs).unref();
    stop(signal);
  };
  // The kernel and the shell can each send one when a terminal closes.
  const hearHangUp = (signal: string) => {
    if (!isAsked) hear(signal);
  };
  process.on('SIGTERM', hear).on('SIGINT', hear);
  if (hangUp) process.on('SIGHUP', hearHangUp);
  const ignore = () => {
    process.off('SIGTERM', hear).off('SIGINT', hear).off('SIGHUP', hearHangUp);
  };
  return { ignore };
}

/** Returns a function that ends the process when `stop` has ended. A second call changes nothing. */
export function stopper(stop: () => Promise<void>, log: Logger): (cause: string) => void {
  let stopping = false;
  return (cause) => {
    if (stopping) return;
    stopping = true;
    log.info({ cause }, 'stopping');
    stop().then(
      () => process.exit(0),
      (err: unknown) => {
        log.error({ err }, 'could not stop cleanly');
        process.exit(1);
      },
    );
  };
}

/** The exit codes that a shell reports for a process that the signal has ended. */
const endedBy = { SIGTERM: 143, SIGINT: 130 } as const;

/**
 * Ends process 1, such as that of a container, at a SIGTERM or SIGINT for which `onStopSignal` was not called. The kernel
 * does so for every other process, but process 1 does not receive signals that it does not handle. The kernel also ends
 * a process during a long call of SQLite, so other processes do not need this handler.
 */
export function endFirstProcess(pid = process.pid): void {
  if (pid !== 1) return;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit(endedBy[signal]);
    });
  }
}
