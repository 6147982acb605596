import { performance } from 'node:perf_hooks';
import { consolePrefix } from '@parley/contract/console';
import { createRandom } from '@parley/search/noise';
import fc from 'fast-check';
import { Pool } from 'undici';
import type { Causes } from './causes.ts';
import type { Document, Operation } from './document.ts';
import { type Answer, faultOfTime, Judge } from './judge.ts';
import { type Draft, Requests, withoutSurrogates } from './requests.ts';
import { cookiesIn } from './session.ts';
import type { FuzzTenant } from './tenants.ts';

const atOnce = 16;
/** Requests of each operation in a round. More records must be created than removed. */
const perRound = { create: 12, remove: 1, other: 4 };
const hangMs = 10_000;
const shownFaults = 30;
/** One in so many requests to public endpoints uses a session, and one in so many with a session is of another site. */
const rarely = { bySession: 5, ofOtherSite: 9 };
const otherSite = 'https://evil.example';

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | null;
}

/** Sends generated requests and collects faulty responses. */
export class Fuzzer {
  readonly #document: Document;
  readonly #requests: Requests;
  readonly #judge: Judge;
  readonly #tenants: readonly FuzzTenant[];
  readonly #pool: Pool;
  readonly #origin: string;
  readonly #causes: Causes;
  readonly #faults = new Map<string, string>();
  readonly #statuses = new Map<number, number>();
  readonly #slow: { readonly operation: Operation; readonly sent: Sent }[] = [];
  #sent = 0;
  #slowestMs = 0;
  #seconds = 0;

  constructor(document: Document, tenants: readonly FuzzTenant[], baseUrl: string, causes: Causes) {
    this.#document = document;
    this.#causes = causes;
    this.#requests = new Requests(document);
    this.#judge = new Judge(document);
    this.#tenants = tenants;
    this.#origin = new URL(baseUrl).origin;
    this.#pool = new Pool(baseUrl, {
      connections: atOnce,
      headersTimeout: hangMs,
      bodyTimeout: hangMs,
    });
  }

  /** Sends the requests. Resolves with one line for every kind of fault. */
  async run({ requests, seed }: { requests: number; seed: number }): Promise<readonly string[]> {
    const startedAt = performance.now();
    const random = createRandom(seed);
    for (let round = 0; this.#sent < requests; round += 1) {
      const drafts = this.#draw(seed * 10_000 + round, random).slice(0, requests - this.#sent);
      await this.#sendAll(drafts);
      await this.#repeatSlow();
    }
    this.#seconds = (performance.now() - startedAt) / 1_000;
    await this.#pool.close();
    return [...this.#faults.values()].slice(0, shownFaults);
  }

  summary(): string {
    const statuses = [...this.#statuses].sort(([a], [b]) => a - b);
    return [
      `${this.#sent} requests in ${this.#seconds.toFixed(1)} s`,
      `statuses ${statuses.map(([status, count]) => `${status}: ${count}`).join(' ')}`,
      `slowest ${Math.round(this.#slowestMs)} ms`,
      `${this.#faults.size} faults`,
    ].join(', ');
  }

  /** Returns some requests of every operation, in random order. */
  #draw(seed: number, random: () => number): Draft[] {
    const drafts = this.#document.operations.flatMap((operation, index) =>
      fc.sample(this.#requests.of(operation), {
        seed: seed + index * 7_919,
        numRuns: countOf(operation),
      }),
    );
    return drafts
      .map((draft) => ({ draft, order: random() }))
      .sort((a, b) => a.order - b.order)
      .map(({ draft }) => draft);
  }

  async #sendAll(drafts: readonly Draft[]): Promise<void> {
    let next = 0;
    const lane = async () => {
      for (let draft = drafts[next]; draft; draft = drafts[next]) {
        next += 1;
        await this.#try(draft);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, lane));
  }

  /**
   * Repeats the slow requests one at a time. Only a slow repeat is a fault: a request that checks a password waits for
   * all others that do.
   */
  async #repeatSlow(): Promise<void> {
    for (const { operation, sent } of this.#slow.splice(0)) {
      const answer = await this.#send(sent);
      const fault = faultOfTime(answer);
      if (fault) this.#note(operation, sent, `${fault} without other requests`, answer.text);
    }
  }

  async #try(draft: Draft): Promise<void> {
    const n = this.#sent++;
    const tenant = this.#tenants[n % this.#tenants.length] as FuzzTenant;
    const { operation } = draft;
    const bySession = operation.isOfConsole || (n % rarely.bySession === 0 && isInBoth(operation));
    const sent = write(draft, tenant.ids, await this.#accessOf(tenant, bySession));
    let answer: Answer;
    try {
      answer = await this.#send(sent);
    } catch (error) {
      this.#note(operation, sent, `no answer: ${(error as Error).message}`, '');
      return;
    }
    this.#statuses.set(answer.status, (this.#statuses.get(answer.status) ?? 0) + 1);
    this.#slowestMs = Math.max(this.#slowestMs, answer.ms);
    if (faultOfTime(answer)) this.#slow.push({ operation, sent });
    if (answer.status === 204) tenant.ids.forget(sent.path.split('/').at(-1) ?? '');
    else if (answer.status < 300) tenant.ids.learn(answer.text);
    if (bySession) await tenant.session.follow(sent.headers['cookie'], answer);
    const isRouted = names(draft, sent);
    const fault =
      faultOfAccess(sent, answer) ??
      this.#judge.faultOf(bySession ? inConsole(operation) : operation, isRouted, answer) ??
      this.#differs(draft, sent, answer);
    if (!fault) return;
    const isFailure = answer.status >= 500;
    const cause = isFailure ? `: ${this.#causes.of(answer.headers['x-request-id'])}` : '';
    this.#note(operation, sent, `${fault}${cause}`, answer.text);
  }

  async #accessOf({ apiKey, session }: FuzzTenant, bySession: boolean): Promise<Access> {
    if (!bySession) return { prefix: '/api/v1', headers: { authorization: `Bearer ${apiKey}` } };
    const origin = this.#sent % rarely.ofOtherSite === 0 ? otherSite : this.#origin;
    return { prefix: consolePrefix, headers: { cookie: await session.cookie(), origin } };
  }

  /** Returns a fault when the server accepts a body that the document refuses, or refuses one that it accepts. */
  #differs({ operation, method, body }: Draft, sent: Sent, answer: Answer): string | undefined {
    if (operation.isOfConsole || sent.headers['origin'] === otherSite) return undefined;
    if (method !== operation.method || body instanceof Uint8Array || !sent.body) return undefined;
    const given: unknown = JSON.parse(Buffer.from(sent.body).toString());
    if (answer.status >= 300) return this.#judge.tooStrict(operation, given, answer);
    const isAccepted = this.#judge.accepts(operation, given);
    return isAccepted ? undefined : 'accepted a body that the document refuses';
  }

  async #send({ method, path, headers, body }: Sent): Promise<Answer> {
    const clock = startClock();
    const answer = await this.#pool.request({ method: method as 'GET', path, headers, body });
    const text = await answer.body.text();
    const ms = clock();
    return { status: answer.statusCode, headers: answer.headers, text, ms };
  }

  #note(operation: Operation, sent: Sent, fault: string, answered: string): void {
    const key = `${operation.id}: ${fault.replaceAll(/\d+/g, '#').slice(0, 120)}`;
    if (this.#faults.has(key)) return;
    const body = sent.body ? ` ${Buffer.from(sent.body).toString().slice(0, 400)}` : '';
    const { authorization, cookie, ...headers } = sent.headers;
    this.#faults.set(
      key,
      `${operation.id}: ${fault}\n    ${sent.method} ${sent.path.slice(0, 300)} ${JSON.stringify(headers).slice(0, 300)}${body}\n    ${answered.slice(0, 400)}`,
    );
  }
}

/**
 * Starts a clock. Returns a function that returns the milliseconds in which this process waited or worked since then.
 * Time in which a busy machine did not run the process does not count.
 */
function startClock(): () => number {
  const loop = performance.eventLoopUtilization();
  const cpu = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(cpu);
    return performance.eventLoopUtilization(loop).idle + (user + system) / 1_000;
  };
}

function countOf({ method, path, isOfConsole }: Operation): number {
  const creates = method === 'POST' && !path.includes('{');
  // In the console, few of them create records, and many check a password, which takes long.
  if (creates && !isOfConsole) return perRound.create;
  return method === 'DELETE' ? perRound.remove : perRound.other;
}

/** The part of a request that decides who sends it. */
interface Access {
  readonly prefix: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Returns the fault of a response to another site, or of a cookie; undefined if none. */
function faultOfAccess({ method, headers }: Sent, answer: Answer): string | undefined {
  const isOfOtherSite = headers['origin'] === otherSite && !['GET', 'HEAD'].includes(method);
  if (isOfOtherSite && answer.status < 400) return 'did what a page of another site requested';
  const cookies = cookiesIn(answer.headers);
  if (cookies.length > 0 && headers['origin'] === undefined) return 'a cookie for an API key';
  const open = cookies.find(({ attributes }) =>
    ['Path=/', 'HttpOnly', 'SameSite=Lax'].some((needed) => !attributes.includes(needed)),
  );
  return open && `a cookie with ${open.attributes.join(', ')}`;
}

/** Returns whether keys and sessions share the operation. Some are only documented to say that they need a session. */
function isInBoth({ answers }: Operation): boolean {
  return [...answers.keys()].some((status) => status < 300);
}

/** Returns the operation with the refusals of sessions, which its document does not list. */
function inConsole(operation: Operation): Operation {
  if (operation.isOfConsole) return operation;
  const { answers, failure } = operation;
  const refusals = [401, 403, 404].map((status) => [status, failure] as const);
  return { ...operation, answers: new Map([...answers, ...refusals]) };
}

/** Returns the request as it is sent, with IDs of the tenant. */
function write(
  { method, path, query, headers, body }: Draft,
  ids: FuzzTenant['ids'],
  access: Access,
): Sent {
  const bytes =
    body === undefined || body instanceof Uint8Array
      ? body
      : Buffer.from(ids.fill(JSON.stringify(body)));
  const contentType = bytes ? { 'content-type': 'application/json' } : {};
  const search =
    typeof query === 'string'
      ? query
      : new URLSearchParams(query.map(([name, value]) => [name, ids.fill(value)])).toString();
  return {
    method,
    path: `${access.prefix}${fill(path, ids.fill.bind(ids))}${search === '' ? '' : `?${search}`}`,
    headers: { ...access.headers, ...contentType, ...headers },
    body: bytes ?? null,
  };
}

/** Returns whether the request clearly addresses its operation. */
function names({ operation, method, path }: Draft, sent: Sent): boolean {
  if (method !== operation.method || typeof path === 'string') return false;
  return !/\/\.{0,2}(\/|\?|$)/.test(sent.path);
}

function fill(path: Draft['path'], idsIn: (text: string) => string): string {
  if (typeof path === 'string') return path;
  return path.template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(withoutSurrogates(idsIn(path.params[name] ?? ''))),
  );
}
