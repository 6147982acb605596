import type { IdKind } from '@parley/contract';
import type { Store } from './store.ts';

// The index of unique values, so that a new record is not compared with all others. No value is removed from it: it
// names the record that got a value last, and each lookup checks that this record still has the value.

export type KeyOf<Rec> = (record: Rec) => string | null;

export interface DeletedRule<Rec> {
  readonly deletedField?: keyof Rec | undefined;
}

interface UniqueRules<Rec> extends DeletedRule<Rec> {
  readonly kind: IdKind;
  readonly unique: { readonly [Field in keyof Rec]?: KeyOf<Rec> };
}

/** Returns whether the API shows the record. A deleted record stays stored while other records refer to it. */
export function isLive<Rec>({ deletedField }: DeletedRule<Rec>, record: Rec): boolean {
  return deletedField === undefined || record[deletedField] === null;
}

/** Notes the record as the holder of its unique values. Must be called when it is stored and when one changes. */
export function holdValues<Rec extends { readonly id: string }>(
  { holders }: Store,
  rules: UniqueRules<Rec>,
  record: Rec,
): void {
  for (const [field, keyOf] of Object.entries<KeyOf<Rec> | undefined>(rules.unique)) {
    const key = keyOf?.(record) ?? null;
    if (key !== null) holders.set(`${rules.kind} ${field} ${key}`, record.id);
  }
}

/** Returns another record with the same value in this unique field; undefined without one. */
export function holderOf<Rec extends { readonly id: string }>(
  store: Store,
  rules: UniqueRules<Rec>,
  field: keyof Rec & string,
  record: Rec,
): Rec | undefined {
  const keyOf = rules.unique[field];
  const key = keyOf?.(record) ?? null;
  const holderId = store.holders.get(`${rules.kind} ${field} ${key}`);
  const holder = holderId && store.records<Rec>(rules.kind).get(holderId);
  if (!holder || holder.id === record.id || !isLive(rules, holder)) return undefined;
  return keyOf?.(holder) === key ? holder : undefined;
}
