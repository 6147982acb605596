import type { NewEvent } from './statements/append-events.ts';

/** What one open transaction remembers: its connection, and what is due at its end. */
export class Transaction {
  readonly connection: unknown;
  readonly events: NewEvent[] = [];
  readonly afterCommit: (() => void)[] = [];
  #savepoints = 0;

  constructor(connection: unknown) {
    this.connection = connection;
  }

  nextSavepoint(): string {
    this.#savepoints += 1;
    return `nested_${this.#savepoints}`;
  }

  /** Forgets what was noted since, when the work that noted it is rolled back. */
  mark(): () => void {
    const events = this.events.length;
    const callbacks = this.afterCommit.length;
    return () => {
      this.events.length = events;
      this.afterCommit.length = callbacks;
    };
  }
}
