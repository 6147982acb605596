import type * as z from 'zod';

/** The declaration of one event type. */
export interface EventDeclaration<Item extends z.ZodType> {
  /** Schema of the record in `data.object`. */
  readonly object: Item;
  /** Human-readable text: when the event happens. */
  readonly description: string;
}

/** Declares the types of event that carry a record, each with the sentence that says when it happens. */
export function eventsOf<const Type extends string, Item extends z.ZodType>(
  object: Item,
  descriptions: Readonly<Record<Type, string>>,
): { readonly [Key in Type]: EventDeclaration<Item> } {
  const entries = Object.entries<string>(descriptions);
  const events = entries.map(([type, description]) => [type, { object, description }]);
  return Object.fromEntries(events);
}
