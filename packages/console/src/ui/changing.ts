import { useSyncExternalStore } from 'react';

/** A value outside of all components, which components can show. */
export class Changing<Value> {
  #value: Value | undefined;
  readonly #listeners = new Set<() => void>();

  get value(): Value | undefined {
    return this.#value;
  }

  set(value: Value | undefined): void {
    this.#value = value;
    for (const listener of this.#listeners) listener();
  }

  /** Returns the value. The component is rendered again when it changes. */
  use(): Value | undefined {
    return useSyncExternalStore(this.#listen, () => this.#value);
  }

  readonly #listen = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}
