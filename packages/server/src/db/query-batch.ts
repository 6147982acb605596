import type { EventEmitter } from 'node:events';
import pg from 'pg';

// Postgres sends its answers at a Sync message. pg sends a Sync with each query; here the queries of one turn of the
// event loop share one, which saves packets, system calls and switches between the processes.

export interface NamedQuery {
  /** The name of the prepared statement; empty when the connection does not keep it. */
  readonly name: string;
  readonly text: string;
  readonly values?: readonly unknown[];
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
  handleReadyForQuery(wire: Wire): void;
  handleError(error: Error, wire: Wire): void;
}

interface Wire extends EventEmitter {
  readonly stream: { cork(): void; uncork(): void };
  readonly submittedNamedStatements: Record<string, string>;
  sync(): void;
}

/** Queries with one Sync. For pg they are one query: it passes all answers until the Sync to it. */
export class QueryBatch extends (pg.Query as unknown as new (config: object) => Answered) {
  readonly queries: readonly Answered[];
  #place = 0;

  constructor(queries: readonly Answered[]) {
    super({ text: '' });
    this.queries = queries;
  }

  override submit(wire: Wire): null {
    this.#showCurrent();
    const withoutSync: Wire = Object.create(wire, { sync: { value() {} } });
    wire.stream.cork();
    for (const query of this.queries) query.submit(withoutSync);
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
    this.#place += 1;
    this.#showCurrent();
  }

  override handleReadyForQuery(wire: Wire): void {
    for (const query of this.queries) query.handleReadyForQuery(wire);
    super.handleReadyForQuery(wire);
  }

  /** After an error of Postgres, waits until Postgres is ready for the next query or has closed the connection. */
  override handleError(error: Error, wire: Wire): void {
    const end = (isReady: boolean) => {
      wire.off('readyForQuery', ready).off('end', lost);
      for (const [place, query] of this.queries.entries()) {
        if (isReady && place < this.#place) {
          query.handleReadyForQuery(wire);
          continue;
        }
        // Postgres has not prepared the statements that it has skipped.
        delete wire.submittedNamedStatements[query.name];
        const isSkipped = isReady && place > this.#place;
        query.handleError(isSkipped ? new SkippedQuery(query.text, { cause: error }) : error, wire);
      }
      super.handleError(error, wire);
    };
    const ready = () => end(true);
    const lost = () => end(false);
    if (error instanceof pg.DatabaseError) wire.once('readyForQuery', ready).once('end', lost);
    else lost();
  }

  get #current(): Answered | undefined {
    return this.queries[this.#place];
  }

  /** pg keeps the names of the statements that Postgres has prepared, and reads them here. */
  #showCurrent(): void {
    const { name = '', text = '' } = this.#current ?? {};
    Object.assign(this, { name, text });
  }
}

type Send = (query: NamedQuery) => Promise<pg.QueryResult>;

/** Returns a function that sends a query. All queries of one turn of the event loop go out together, with one Sync. */
export function batchQueries(client: pg.Client): Send {
  let waiting: Answered[] = [];
  const send = () => {
    const batch = new QueryBatch(waiting);
    waiting = [];
    void client.query(batch as never, () => {});
  };
  return async ({ name, text, values = [] }) =>
    await new Promise((resolve, reject) => {
      const config = { name, text, values: values as unknown[], queryMode: 'extended' };
      const query = new pg.Query(config, (error, result) =>
        error ? reject(error) : resolve(result as unknown as pg.QueryResult),
      ) as unknown as Answered;
      query._result._types = (client as unknown as { _types: unknown })._types;
      // The queries of a turn are sent in microtasks: this runs after them.
      if (waiting.push(query) === 1) void Promise.resolve().then(() => process.nextTick(send));
    });
}
