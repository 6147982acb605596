import { wholeSessionMs } from '@parley/domain';
import type { Request, Response } from 'express';

/** Reads and sets the cookie with the token of a session. */
export class SessionCookie {
  readonly #name: string;
  readonly #attributes: string;

  /** With `https`, browsers send the cookie to this host over TLS only, and accept it from no other host. */
  constructor({ https }: { https: boolean }) {
    this.#name = https ? '__Host-parley-session' : 'parley-session';
    this.#attributes = `Path=/; HttpOnly; SameSite=Lax${https ? '; Secure' : ''}`;
  }

  read({ headers }: Request): string | undefined {
    const start = `${this.#name}=`;
    const pairs = headers.cookie?.split(';').map((pair) => pair.trim()) ?? [];
    return pairs.find((pair) => pair.startsWith(start))?.slice(start.length);
  }

  set(res: Response, token: string): void {
    this.#send(res, token, wholeSessionMs / 1_000);
  }

  remove(res: Response): void {
    this.#send(res, '', 0);
  }

  #send(res: Response, value: string, seconds: number): void {
    res.append('Set-Cookie', `${this.#name}=${value}; Max-Age=${seconds}; ${this.#attributes}`);
  }
}
