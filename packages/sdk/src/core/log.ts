import { environment } from './environment.ts';
import type { Hooks } from './hooks.ts';
import { show, usageError } from './usage-error.ts';

const levels = ['off', 'error', 'warn', 'info', 'debug'] as const;

/**
 * `error` logs failed calls, `warn` also retries, `info` all attempts and waits for the quota, `debug` also the start of
 * attempts.
 */
export type LogLevel = (typeof levels)[number];

/** An object that receives log lines, such as `console`. */
export interface Logger {
  error(line: string): void;
  warn(line: string): void;
  info(line: string): void;
  debug(line: string): void;
}

/**
 * Returns the hooks that write log lines to `logger`. The list is empty when the level is `off`, which is the default.
 */
export function loggingOf(log: LogLevel | undefined, logger: Logger | undefined): Hooks[] {
  const level = log ?? (environment('PARLEY_LOG') || 'off');
  const depth = levels.indexOf(level as LogLevel);
  if (depth < 0)
    throw usageError(`The log level is ${show(level)}; expected ${levels.join(', ')}.`);
  return depth ? [logHooks(depth, logger ?? console)] : [];
}

/**
 * Logging as hooks. A line has only the method, route, status, duration and IDs. It has no header, query or body, so
 * that no secret needs to be masked.
 */
function logHooks(depth: number, logger: Logger): Hooks {
  const write = (at: Exclude<LogLevel, 'off'>, parts: readonly unknown[]): void => {
    if (levels.indexOf(at) <= depth)
      logger[at](`[parley] ${parts.filter((part) => part !== undefined).join(' ')}`);
  };
  return {
    wait({ method, route, attempt }) {
      write('info', [method, route, `attempt ${attempt} waits for the quota`]);
    },
    before({ method, route, attempt }) {
      write('debug', [method, route, `attempt ${attempt}`]);
    },
    after({ method, route, attempt }, { started, status, durationMs, requestId, error, waitMs }) {
      const again = waitMs === undefined ? undefined : `again in ${Math.round(waitMs)} ms`;
      write(error ? (again ? 'warn' : 'error') : 'info', [
        method,
        route,
        status,
        error?.name,
        error?.code,
        error?.outcome,
        `${Math.round(durationMs)} ms`,
        `attempt ${attempt}${started ? '' : ' not started'}`,
        requestId,
        again,
      ]);
    },
  };
}
