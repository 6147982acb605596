import type { Adapter } from './adapter.ts';
import type { ClientProcess } from './client-process.ts';

export interface Cell {
  text: string;
  /** The verdict. Undefined: the case has none, or the SDK lacks the feature. */
  good: boolean | undefined;
  /** The failures of the case, and how many of them say whether the request may have had an effect. */
  outcomes?: { known: number; failures: number };
}

/** How much of the machine a case needs. The more exact its times must be, the fewer SDKs run at a time. */
export type Pace = 'waiting' | 'burst' | 'exact' | 'busy';

export interface Case {
  group: string;
  name: string;
  pace: Pace;
  run(adapter: Adapter, client: ClientProcess): Promise<Cell>;
}

export const notThere: Cell = { text: '–', good: undefined };

export function ms(value: number): string {
  return value < 1_000 ? `${Math.round(value)} ms` : `${(value / 1_000).toFixed(1)} s`;
}

export function times(count: number): string {
  return `${count}×`;
}
