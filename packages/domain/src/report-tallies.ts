import type { DurationSummary } from '@parley/contract/schemas';
import { decimal, toTenThousandths } from './amounts.ts';

/** The counts, durations and sums of the records in one bucket of a report. */
export class Tally {
  readonly #counts = new Map<string, number>();
  readonly #seconds = new Map<string, number[]>();
  readonly #sums = new Map<string, Map<string, bigint>>();
  readonly #whole: Tally | undefined;

  /** Everything that is added to this tally is also added to `whole`. */
  constructor(whole?: Tally) {
    this.#whole = whole;
  }

  add(name: string, records: number): void {
    this.#counts.set(name, this.count(name) + records);
    this.#whole?.add(name, records);
  }

  addDuration(name: string, from: string, to: string): void {
    // The clock of a provider or of another machine may be behind, so a difference may be negative.
    const seconds = Math.max(0, Math.floor((Date.parse(to) - Date.parse(from)) / 1_000));
    this.#addSeconds(name, seconds);
  }

  #addSeconds(name: string, seconds: number): void {
    const known = this.#seconds.get(name);
    if (known) known.push(seconds);
    else this.#seconds.set(name, [seconds]);
    if (this.#whole) this.#whole.#addSeconds(name, seconds);
  }

  /** Adds a value to the sum of its currency. Null adds nothing. */
  addValue(name: string, currency: string, value: number | null): void {
    if (value === null) return;
    const sums = this.#sums.get(currency) ?? new Map<string, bigint>();
    this.#sums.set(currency, sums);
    sums.set(name, (sums.get(name) ?? 0n) + BigInt(toTenThousandths(value)));
    this.#whole?.addValue(name, currency, value);
  }

  count(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  durations(name: string): DurationSummary {
    const sorted = (this.#seconds.get(name) ?? []).toSorted((a, b) => a - b);
    const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? null;
    return { count: sorted.length, medianSeconds: at(0.5), p90Seconds: at(0.9) };
  }

  /** The currencies that have a sum, sorted. */
  get currencies(): string[] {
    return [...this.#sums.keys()].sort();
  }

  sum(name: string, currency: string): string {
    return decimal(this.#sums.get(currency)?.get(name) ?? 0n, 4);
  }
}
