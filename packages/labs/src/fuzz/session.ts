import type { Answer } from './judge.ts';

const cookieName = 'parley-session';

/**
 * A browser that is signed in to the console as an owner. It keeps the cookies of responses. When a request has ended
 * its session, or its role, it gets a new session.
 */
export class FuzzSession {
  readonly #begin: () => Promise<string>;
  #token = '';
  #renewal: Promise<void> | undefined;

  /** `begin` starts a session of an owner, and resolves with its token. */
  constructor(begin: () => Promise<string>) {
    this.#begin = begin;
  }

  /** Returns the cookie. Begins the first session, and waits for a session that is being replaced. */
  async cookie(): Promise<string> {
    if (this.#token === '') await this.#renew();
    await this.#renewal;
    return `${cookieName}=${this.#token}`;
  }

  /** Keeps the cookie of the response, or begins a new session if the response shows that this one is of no more use. */
  async follow(sentCookie: string | undefined, { headers, text }: Answer): Promise<void> {
    const [kept] = cookiesIn(headers).filter(({ name }) => name === cookieName);
    if (kept && kept.value !== '') this.#token = kept.value;
    const isOver = kept?.value === '' || /"code":"SVC-(SIGN-IN|ROLE)-REQUIRED"/.test(text);
    if (isOver && sentCookie === `${cookieName}=${this.#token}`) await this.#renew();
  }

  #renew(): Promise<void> {
    this.#renewal ??= this.#begin()
      .then((token) => {
        this.#token = token;
      })
      .finally(() => {
        this.#renewal = undefined;
      });
    return this.#renewal;
  }
}

export interface SetCookie {
  readonly name: string;
  readonly value: string;
  /** Such as `HttpOnly`, in the order of the header. */
  readonly attributes: readonly string[];
}

export function cookiesIn(headers: Answer['headers']): readonly SetCookie[] {
  const { 'set-cookie': given = [] } = headers;
  return [given].flat().map((line) => {
    const [pair = '', ...attributes] = line.split('; ');
    const [name = '', value = ''] = pair.split('=');
    return { name, value, attributes };
  });
}
