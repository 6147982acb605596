import { environment } from './environment.ts';
import type { Hooks } from './hooks.ts';
import { show, usageError } from './usage-error.ts';

const levels = ['off', 'error', 'warn', 'info', 'debug'] as const;

/** `error` logs failed calls, `warn` also retries, `info` all attempts, `debug` also their start. */
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
  if (!isLogLevel(level))
    throw usageError(`The log level is ${show(level)}; expected ${levels.join(', ')}.`);
  return level === 'off' ? [] : [logHooks(level, logger ?? console)];
}

function isLogLevel(value: string): value is LogLevel {
  return (levels as readonly string[]).includes(value);
}

/**
 * Logging as hooks. A line has only the method, route, status, duration and IDs. It has no header, query or body, so
 * that no secret needs to be masked.
 */
function logHooks(level: LogLevel, logger: Logger): Hooks {
  const depth = levels.indexOf(level);
  const write = (at: Exclude<LogLevel, 'off'>, line: string): void => {
    if (levels.indexOf(at) <= depth) logger[at](`[parley] ${line}`);
  };
  return {
    before({ method, route, attempt }) {
      write('debug', `${method} ${route} attempt ${attempt}`);
    },
    after({ method, route, attempt }, { started, status, durationMs, requestId, error, waitMs }) {
      const what = error ? [error.name, error.code, error.outcome] : [];
      const again = waitMs === undefined ? undefined : `again in ${Math.round(waitMs)} ms`;
      const time = `${Math.round(durationMs)} ms`;
      const nth = `attempt ${attempt}${started ? '' : ' not started'}`;
      const parts = [method, route, status, ...what, time, nth, requestId, again];
      const level = error ? (again ? 'warn' : 'error') : 'info';
      write(level, parts.filter((part) => part !== undefined).join(' '));
    },
  };
}
