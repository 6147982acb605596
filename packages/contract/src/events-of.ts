import type * as z from 'zod';

/** The declaration of one event type. */
export interface EventDeclaration<Item extends z.ZodType> {
  /** Schema of the record in `data.object`. */
  readonly object: Item;
  /** A sentence that says when the event happens. */
  readonly description: string;
}

/** Declares the event types about one kind of record. Each has a sentence that says when the event happens. */
export function eventsOf<const Type extends string, Item extends z.ZodType>(
  object: Item,
  descriptions: Readonly<Record<Type, string>>,
): { readonly [Key in Type]: EventDeclaration<Item> } {
  const entries = Object.entries<string>(descriptions);
  const events = entries.map(([type, description]) => [type, { object, description }]);
  return Object.fromEntries(events);
}
