// What `await using` needs. `lib.esnext.disposable` has the same, but not every consumer has switched it on, and
// TypeScript before 5.2 does not have it. tsup.config.ts writes this file into the built declarations.

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
