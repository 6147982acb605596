import type { Request, Response } from 'express';

interface CookieOptions {
  readonly https: boolean;
  /** How long the browser keeps the cookie, in milliseconds. */
  readonly lifetimeMs: number;
}

/** Reads and sets a cookie with a secret of the browser, such as the token of a session. */
export class HostCookie {
  readonly #name: string;
  readonly #attributes: string;
  readonly #lifetimeMs: number;

  /** With `https`, browsers send the cookie to this host over TLS only, and accept it from no other host. */
  constructor(name: string, { https, lifetimeMs }: CookieOptions) {
    this.#name = https ? `__Host-${name}` : name;
    this.#lifetimeMs = lifetimeMs;
    this.#attributes = `Path=/; HttpOnly; SameSite=Lax${https ? '; Secure' : ''}`;
  }

  read({ headers }: Request): string | undefined {
    const start = `${this.#name}=`;
    const pairs = headers.cookie?.split(';').map((pair) => pair.trim()) ?? [];
    return pairs.find((pair) => pair.startsWith(start))?.slice(start.length);
  }

  set(res: Response, value: string): void {
    this.#send(res, value, this.#lifetimeMs / 1_000);
  }

  remove(res: Response): void {
    this.#send(res, '', 0);
  }

  #send(res: Response, value: string, seconds: number): void {
    res.append('Set-Cookie', `${this.#name}=${value}; Max-Age=${seconds}; ${this.#attributes}`);
  }
}
