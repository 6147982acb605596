import type { EventEmitter } from 'node:events';
import pg from 'pg';
import { isStalePlan } from './failures.ts';

// Postgres sends its answers at a Sync message. pg sends a Sync with each query; here the queries of one turn of the
// event loop share one, which saves packets, system calls and switches between the processes.

export interface NamedQuery {
  /** The name of the prepared statement; empty when the connection does not keep it. */
  readonly name: string;
  readonly text: string;
  readonly values?: readonly unknown[];
  /** Set when the query may wait for a lock. */
  readonly mayWait?: boolean;
}

/** The error of a query that Postgres has skipped because an earlier one of its batch has failed. */
export class SkippedQuery extends Error {
  override readonly name = 'SkippedQuery';
}

/** The methods that pg calls with the answers. Its types do not declare them. */
interface Answered {
  name: string;
  text: string;
  readonly _result: { _types: unknown };
  submit(wire: Wire): Error | null;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, wire: Wire): void;
  handleEmptyQuery(wire: Wire): void;
  handleReadyForQuery(wire: Wire): void;
  handleError(error: Error, wire: Wire): void;
}

interface Wire extends EventEmitter {
  readonly stream: { cork(): void; uncork(): void };
  readonly submittedNamedStatements: Record<string, string>;
  sync(): void;
  flush(): void;
  parse(message: unknown): void;
  bind(message: Bind): void;
  close(message: unknown): void;
}

interface Bind {
  readonly values: readonly unknown[];
  readonly valueMapper?: (value: unknown) => unknown;
}

/** Queries with one Sync. For pg they are one query: it passes all answers until the Sync to it. */
export class QueryBatch extends (pg.Query as unknown as new (config: object) => Answered) {
  readonly queries: readonly Answered[];
  /** The queries that were sent; before that, all queries. */
  #sent: readonly Answered[];
  readonly #mayWait: ReadonlySet<Answered>;
  #place = 0;

  constructor(queries: readonly Answered[], mayWait: ReadonlySet<Answered>) {
    super({ text: '' });
    this.queries = queries;
    this.#mayWait = mayWait;
    this.#sent = queries;
  }

  override submit(wire: Wire): null {
    wire.stream.cork();
    const send = senderTo(wire);
    let failure: Error | undefined;
    let hasWaited = false;
    this.#sent = this.queries.filter((query) => {
      // Nothing is committed, and no savepoint is released, without a query before it that was not sent.
      if (failure && /^(COMMIT|RELEASE)\b/.test(query.text)) {
        query.handleError(skipped(query, failure), wire);
        return false;
      }
      if (this.#mayWait.has(query)) {
        // Postgres keeps its answers until the Sync. It must send those before a second wait: the limit for an answer
        // (postgres.ts) is for one statement.
        if (hasWaited) wire.flush();
        hasWaited = true;
      }
      const error = send(query);
      failure ??= error;
      return error === undefined;
    });
    this.#showCurrent();
    wire.sync();
    wire.stream.uncork();
    return null;
  }

  override handleRowDescription(message: unknown): void {
    this.#current?.handleRowDescription(message);
  }

  override handleDataRow(message: unknown): void {
    this.#current?.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, wire: Wire): void {
    this.#current?.handleCommandComplete(message, wire);
    this.#advance();
  }

  override handleEmptyQuery(wire: Wire): void {
    this.#current?.handleEmptyQuery(wire);
    this.#advance();
  }

  override handleReadyForQuery(wire: Wire): void {
    if (this.#place !== this.#sent.length) {
      const error = new Error(`Postgres answered ${this.#place} of ${this.#sent.length} queries`);
      for (const query of this.#sent) query.handleError(error, wire);
      super.handleError(error, wire);
      return;
    }
    for (const query of this.#sent) query.handleReadyForQuery(wire);
    super.handleReadyForQuery(wire);
  }

  /** After an error of Postgres, waits until Postgres is ready for the next query or has closed the connection. */
  override handleError(error: Error, wire: Wire): void {
    const end = (isReady: boolean) => {
      wire.off('readyForQuery', ready).off('end', lost);
      for (const [place, query] of this.#sent.entries()) {
        if (isReady && place < this.#place) {
          query.handleReadyForQuery(wire);
          continue;
        }
        // Postgres has not prepared the statements that it has skipped.
        delete wire.submittedNamedStatements[query.name];
        const isSkipped = isReady && place > this.#place;
        query.handleError(isSkipped ? skipped(query, error) : error, wire);
      }
      super.handleError(error, wire);
    };
    const ready = () => end(true);
    const lost = () => end(false);
    if (error instanceof pg.DatabaseError) wire.once('readyForQuery', ready).once('end', lost);
    else lost();
  }

  get #current(): Answered | undefined {
    return this.#sent[this.#place];
  }

  #advance(): void {
    this.#place += 1;
    this.#showCurrent();
  }

  /** pg keeps the names of the statements that Postgres has prepared, and reads them here. */
  #showCurrent(): void {
    const { name = '', text = '' } = this.#current ?? {};
    Object.assign(this, { name, text });
  }
}

/**
 * Returns a function that sends a query without its Sync. It returns an error, which the query also gets, when the query
 * cannot be sent, for example because a value cannot be converted. Then nothing of the query is sent, and Postgres gives
 * no answer that belongs to it.
 */
function senderTo(wire: Wire): (query: Answered) => Error | undefined {
  let parse: unknown;
  let failure: Error | undefined;
  const steps: Pick<Wire, 'sync' | 'parse' | 'bind' | 'close'> = {
    sync() {},
    parse(message) {
      parse = message;
    },
    bind({ valueMapper = (value) => value, ...message }) {
      try {
        const values = message.values.map((value) => valueMapper(value));
        if (parse) wire.parse(parse);
        parse = undefined;
        wire.bind({ ...message, values });
      } catch (error) {
        failure = error instanceof Error ? error : new Error(String(error));
        throw failure;
      }
    },
    // pg calls it after an error of `bind`, to end what it has sent by then.
    close() {},
  };
  const unsynced: Wire = Object.assign(Object.create(wire), steps);
  return (query) => {
    parse = undefined;
    failure = undefined;
    const refused = query.submit(unsynced);
    if (refused) query.handleError(refused, wire);
    if (parse) delete wire.submittedNamedStatements[query.name];
    return refused ?? failure;
  };
}

function skipped({ text }: Answered, cause: Error): SkippedQuery {
  return new SkippedQuery(text, { cause });
}

/**
 * The generation of the prepared statements. It is a part of their names, because each connection keeps a stale
 * statement. After the first one, all connections prepare all statements again.
 */
let generation = 0;

type Send = (query: NamedQuery) => Promise<pg.QueryResult>;

/** Returns a function that sends a query. All queries of one turn of the event loop go out together, with one Sync. */
export function batchQueries(client: pg.Client): Send {
  let waiting: Answered[] = [];
  let locking = new Set<Answered>();
  const send = () => {
    const batch = new QueryBatch(waiting, locking);
    waiting = [];
    locking = new Set();
    void client.query(batch as never, () => {});
  };
  return async ({ name, text, values = [], mayWait = false }) =>
    await new Promise((resolve, reject) => {
      const prepared = generation;
      const config = {
        name: name && prepared > 0 ? `${name} ${prepared}` : name,
        text,
        values: values as unknown[],
        queryMode: 'extended',
      };
      const query = new pg.Query(config, (error, result) => {
        if (isStalePlan(error)) generation = Math.max(generation, prepared + 1);
        if (error) reject(error);
        else resolve(result as unknown as pg.QueryResult);
      }) as unknown as Answered;
      query._result._types = (client as unknown as { _types: unknown })._types;
      if (mayWait) locking.add(query);
      // The queries of a turn are sent in microtasks: this runs after them.
      if (waiting.push(query) === 1) void Promise.resolve().then(() => process.nextTick(send));
    });
}
