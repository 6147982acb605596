// The types that `await using` needs. `lib.esnext.disposable` has the same types, but not every project enables it, and
// TypeScript before 5.2 does not have it. tsup.config.ts copies this file into the built declarations.

export {};

declare global {
  interface SymbolConstructor {
    readonly dispose: unique symbol;
    readonly asyncDispose: unique symbol;
  }

  interface Disposable {
    [Symbol.dispose](): void;
  }

  interface AsyncDisposable {
    [Symbol.asyncDispose](): PromiseLike<void>;
  }
}
