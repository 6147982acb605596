import type { Browser } from './begin.ts';

/** The browser that sends a request without an admitted session, and what the handler may do with its session. */
export interface Visit extends Browser {
  /** The header `Host`. Only the look of pages may depend on it: anybody can forge it. */
  readonly host: string | undefined;
  readonly origin: { readonly ip: string | null; readonly requestId: string };
  /** The encrypted values of the single sign-on that the browser has begun. */
  readonly flow: string | undefined;
  /** Gives the browser the cookie of a session. Null removes it. */
  keep(token: string | null): void;
  /** Gives the browser the cookie of a single sign-on. Null removes it. */
  keepFlow(flow: string | null): void;
  /**
   * Counts a failed sign-in from this network address, unless the error is one of the server. Returns the error to
   * throw: the given one, or SVC-RATE-LIMITED.
   */
  refused(error: unknown): Promise<unknown>;
}
