interface Waiting<Input, Output> {
  readonly input: Input;
  resolve(output: Output): void;
  reject(error: unknown): void;
}

export type Outcome<Output> = { readonly output: Output } | { readonly error: unknown };

export type Pending<Output> = Outcome<Output> | Promise<Outcome<Output>>;

interface TurnBatchOptions<Input, Output> {
  /** An outcome that is still to come keeps its own caller waiting, and nobody else. */
  run(inputs: readonly Input[]): Promise<readonly Pending<Output>[]>;
  maxInFlight: number;
  maxSize: number;
}

/**
 * Collects what is submitted within one turn of the event loop and runs it together. While
 * `maxInFlight` batches are under way the next one grows.
 */
export class TurnBatch<Input, Output> {
  readonly #options: TurnBatchOptions<Input, Output>;
  #waiting: Waiting<Input, Output>[] = [];
  #inFlight = 0;
  #scheduled = false;

  constructor(options: TurnBatchOptions<Input, Output>) {
    this.#options = options;
  }

  submit(input: Input): Promise<Output> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ input, resolve, reject });
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#scheduled || this.#inFlight >= this.#options.maxInFlight) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      void this.#flush();
    });
  }

  async #flush(): Promise<void> {
    const batch = this.#waiting.splice(0, this.#options.maxSize);
    if (batch.length === 0) return;
    this.#inFlight += 1;
    if (this.#waiting.length > 0) this.#schedule();
    try {
      const outcomes = await this.#options.run(batch.map((item) => item.input));
      batch.forEach((item, index) => {
        const outcome = outcomes[index];
        if (outcome instanceof Promise) outcome.then((late) => settle(item, late), item.reject);
        else settle(item, outcome);
      });
    } catch (error) {
      for (const item of batch) item.reject(error);
    } finally {
      this.#inFlight -= 1;
      if (this.#waiting.length > 0) this.#schedule();
    }
  }
}

function settle<Output>(
  item: Omit<Waiting<unknown, Output>, 'input'>,
  outcome: Outcome<Output> | undefined,
): void {
  if (outcome === undefined) item.reject(new Error('a batch left a call without an answer'));
  else if ('error' in outcome) item.reject(outcome.error);
  else item.resolve(outcome.output);
}
