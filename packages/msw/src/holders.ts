import type { Store } from './store.ts';

/** The value of a field in one record, with the function that changes it. */
export interface Holder<Value> {
  readonly value: Value;
  save(value: Value): void;
}

export interface Records<Rec, Field extends keyof Rec> {
  all(store: Store): ReadonlyMap<string, Rec>;
  save(store: Store, record: Rec, wanted: Pick<Rec, Field>): unknown;
}

/** Returns a function that finds the values of a field in all records of one kind. */
export function holdersOf<Rec, Field extends keyof Rec>(
  field: Field,
  records: Records<Rec, Field>,
): (store: Store) => Holder<Rec[Field]>[] {
  return (store) =>
    [...records.all(store).values()].map((record) => ({
      value: record[field],
      save(value) {
        // The only key is the field.
        records.save(store, record, { [field]: value } as unknown as Pick<Rec, Field>);
      },
    }));
}
