import type * as z from 'zod';

/** An object with the first fields or the second one. */
export type OneOfTwo<Fields, First extends keyof Fields, Second extends keyof Fields> =
  | With<Fields, First, Second>
  | With<Fields, Second, First>;

type With<Fields, Given extends keyof Fields, Omitted extends keyof Fields> = Omit<
  Fields,
  Given | Omitted
> & { [Name in Given]-?: Exclude<Fields[Name], undefined> } & { [Name in Omitted]?: undefined };

/**
 * Returns a schema that requires either all first fields or the second one; all are optional in `object`. Issues name the
 * first fields.
 */
export function oneOfTwo<
  Output extends object,
  Input extends object,
  First extends keyof Output & keyof Input & string,
  Second extends keyof Output & keyof Input & string,
>(
  object: z.ZodType<Output, Input>,
  firsts: readonly First[],
  second: Second,
): z.ZodType<OneOfTwo<Output, First, Second>, OneOfTwo<Input, First, Second>> {
  const checked = object
    .superRefine((fields, context) => {
      const [code, message] =
        fields[second] === undefined
          ? ['required', `must be given when \`${second}\` is not`]
          : ['invalid_format', `must be omitted when \`${second}\` is given: send one of the two`];
      for (const first of firsts) {
        if ((fields[first] === undefined) !== (fields[second] === undefined)) continue;
        context.addIssue({ code: 'custom', path: [first], message, params: { code } });
      }
    })
    .meta({
      oneOf: [
        { required: firsts, properties: absent([second]) },
        { required: [second], properties: absent(firsts) },
      ],
    });
  // The check admits no other combination of the fields.
  return checked as never;
}

/** Returns the JSON schemas of fields that an object may not have. */
function absent(fields: readonly string[]) {
  return Object.fromEntries(
    fields.map((field) => [field, { not: {}, description: 'Must be omitted.' }]),
  );
}
