import type { Connection, Driver } from './driver.ts';
import { canRunAgain } from './failures.ts';
import type { Call, ReadStatement } from './statement.ts';
import { type Outcome, TurnBatch } from './turn-batch.ts';

type WithConnection = <T>(work: (connection: Connection) => Promise<T>) => Promise<T>;
// The batch stores statements without their types. Callers keep the types of inputs and results.
type AnyStatement = ReadStatement<unknown, unknown>;
type AnyCall = Call<unknown>;

const maxBatchSize = 100;
const maxInFlight = 2;

/** Sends all reads of one turn of the event loop to the database together. Equal reads share their result. */
export class ReadBatches {
  readonly #driver: Driver;
  readonly #withConnection: WithConnection;
  readonly #batches = new Map<AnyStatement, TurnBatch<AnyCall, unknown>>();

  constructor(driver: Driver, withConnection: WithConnection) {
    this.#driver = driver;
    this.#withConnection = withConnection;
  }

  async submit<Input, Output>(
    statement: ReadStatement<Input, Output>,
    call: Call<Input>,
  ): Promise<Output> {
    const known = statement as unknown as AnyStatement;
    return (await this.#batchFor(known).submit(call)) as Output;
  }

  #batchFor(statement: AnyStatement): TurnBatch<AnyCall, unknown> {
    const known = this.#batches.get(statement);
    if (known) return known;
    const batch = new TurnBatch<AnyCall, unknown>({
      run: (calls) => this.#run(statement, calls),
      maxInFlight,
      maxSize: maxBatchSize,
    });
    this.#batches.set(statement, batch);
    return batch;
  }

  async #run(
    statement: AnyStatement,
    calls: readonly AnyCall[],
  ): Promise<readonly Outcome<unknown>[]> {
    const { asked, places } = distinct(statement, calls);
    const outcomes = await this.#withConnection(async (connection) => {
      try {
        return outcomesOf(await this.#driver.run(connection, statement, asked));
      } catch (error) {
        return asked.length === 1 && !canRunAgain(error)
          ? [{ error }]
          : await this.#oneByOne(connection, statement, asked);
      }
    });
    return places.map((index) => outcomes[index] ?? { error: new Error('no answer') });
  }

  /** Runs the calls one by one after a failure, so that each gets its own result or error. */
  async #oneByOne(
    connection: Connection,
    statement: AnyStatement,
    calls: readonly AnyCall[],
  ): Promise<Outcome<unknown>[]> {
    const outcomes: Outcome<unknown>[] = [];
    for (const call of calls) {
      try {
        outcomes.push(...outcomesOf(await this.#driver.run(connection, statement, [call])));
      } catch (error) {
        outcomes.push({ error });
      }
    }
    return outcomes;
  }
}

function outcomesOf(outputs: readonly unknown[]): Outcome<unknown>[] {
  return outputs.map((output) => ({ output }));
}

/** Returns the distinct calls, and for each caller the index of its result. */
function distinct(statement: AnyStatement, calls: readonly AnyCall[]) {
  const { sameAs } = statement;
  if (!sameAs) return { asked: calls, places: calls.map((_, place) => place) };
  const asked: AnyCall[] = [];
  const known = new Map<string, number>();
  const places = calls.map((call) => {
    const key = `${call.tenantId} ${sameAs(call.input)}`;
    const place = known.get(key) ?? asked.push(call) - 1;
    known.set(key, place);
    return place;
  });
  return { asked, places };
}
