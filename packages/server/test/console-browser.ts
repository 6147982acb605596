import { consolePrefix } from '@parley/contract/console';

export interface ConsoleAnswer<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: Body;
}

/** A browser with a page of the console: it keeps the cookie, and names its origin and its network address. */
export class ConsoleBrowser {
  cookie = '';
  /** The cookie of a single sign-on that was begun. */
  flow = '';
  /** The text of every response, with its request. */
  readonly seen: { request: string; text: string }[] = [];
  readonly #baseUrl: string;
  readonly #address: string;

  constructor(baseUrl: string, address = '192.0.2.1') {
    this.#baseUrl = baseUrl;
    this.#address = address;
  }

  /** The token of the session. */
  get token(): string {
    return this.cookie.split('=')[1] ?? '';
  }

  async call<Body = never>(
    request: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ConsoleAnswer<Body>> {
    const [method = '', path = ''] = request.split(' ');
    const answer = await fetch(`${this.#baseUrl}${consolePrefix}${path}`, {
      method,
      headers: {
        origin: this.#baseUrl,
        'x-forwarded-for': this.#address,
        cookie: [this.cookie, this.flow].filter(Boolean).join('; '),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    this.seen.push({ request, text });
    for (const set of answer.headers.getSetCookie()) {
      const value = set.includes('Max-Age=0') ? '' : (set.split(';')[0] ?? '');
      if (set.includes('parley-session=')) this.cookie = value;
      else this.flow = value;
    }
    // The test itself checks the expected result.
    const isJson = answer.headers.get('content-type')?.startsWith('application/json');
    const json = (isJson && text ? JSON.parse(text) : text) as Body;
    return { status: answer.status, headers: answer.headers, text, json };
  }
}
