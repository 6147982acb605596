// Exact comparison of types, except for what the SDK widens on purpose.
import type { EventPattern } from '../src/index.ts';

export type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** A type without the deliberate widening of the SDK: open enums, dates in addition to text, readonly lists. */
export type Plain<T> = T extends Date
  ? never
  : T extends readonly (infer Item)[]
    ? Plain<Closed<Item>>[]
    : T extends object
      ? { [Key in keyof T]: Plain<Closed<T[Key]>> }
      : T;
type Closed<T> =
  // The contract has any text there, and a rule.
  Same<Extract<T, string>, EventPattern> extends true ? Exclude<T, string> | string : ClosedEnum<T>;
type ClosedEnum<T> = [KnownText<T>] extends [never] ? T : Exclude<T, string> | KnownText<T>;
type KnownText<T> = T extends string ? (string extends T ? never : T) : never;

/** With all events as one: the contract leaves their type open, and `webhooks.test-d.ts` compares one by one. */
export type Alike<T> = T extends { sequence: number; subject: unknown; data: unknown }
  ? 'an event'
  : T extends readonly (infer Item)[]
    ? Alike<Item>[]
    : T extends object
      ? { [Key in keyof T]: Alike<T[Key]> }
      : T;
