import type { Hooks } from './hooks.ts';

const levels = ['off', 'error', 'warn', 'info', 'debug'] as const;

/** `warn` tells of retries, `info` of every call, `debug` of every attempt as it starts. */
export type LogLevel = (typeof levels)[number];

/** `console` is one. */
export interface Logger {
  error(line: string): void;
  warn(line: string): void;
  info(line: string): void;
  debug(line: string): void;
}

export function isLogLevel(value: string): value is LogLevel {
  return (levels as readonly string[]).includes(value);
}

/**
 * Logging as hooks. A line has the method, the route, status, time and ids, and nothing else: no header,
 * no query, no body, so there is nothing in it to redact.
 */
export function logHooks(level: LogLevel, logger: Logger): Hooks {
  const depth = levels.indexOf(level);
  const write = (at: Exclude<LogLevel, 'off'>, line: string): void => {
    if (levels.indexOf(at) <= depth) logger[at](`[parley] ${line}`);
  };
  return {
    before({ method, route, attempt }) {
      write('debug', `${method} ${route} attempt ${attempt}`);
    },
    after({ method, route, attempt }, { status, durationMs, requestId, error }) {
      const what = error ? [error.name, error.code, error.outcome] : [];
      const parts = [
        method,
        route,
        status,
        ...what,
        `${Math.round(durationMs)} ms`,
        `attempt ${attempt}`,
        requestId,
      ];
      write(error ? 'error' : 'info', parts.filter((part) => part !== undefined).join(' '));
    },
    retry({ method, route }, { waitMs, error }) {
      write('warn', `${method} ${route} again in ${Math.round(waitMs)} ms after ${error.name}`);
    },
  };
}
