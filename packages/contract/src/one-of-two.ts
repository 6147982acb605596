import type * as z from 'zod';

/** An object with the first of two fields or the second. */
export type OneOfTwo<Fields, First extends keyof Fields, Second extends keyof Fields> =
  | With<Fields, First, Second>
  | With<Fields, Second, First>;

type With<Fields, Given extends keyof Fields, Omitted extends keyof Fields> = Omit<
  Fields,
  Given | Omitted
> & { [Name in Given]-?: Exclude<Fields[Name], undefined> } & { [Name in Omitted]?: undefined };

/** Returns a schema that requires exactly one of two optional fields. An issue names the first one. */
export function oneOfTwo<
  Output extends object,
  Input extends object,
  First extends keyof Output & keyof Input & string,
  Second extends keyof Output & keyof Input & string,
>(
  object: z.ZodType<Output, Input>,
  first: First,
  second: Second,
): z.ZodType<OneOfTwo<Output, First, Second>, OneOfTwo<Input, First, Second>> {
  const checked = object
    .superRefine((fields, context) => {
      if ((fields[first] === undefined) !== (fields[second] === undefined)) return;
      const [code, message] =
        fields[second] === undefined
          ? ['required', `must be given when \`${second}\` is not`]
          : ['invalid_format', `must be omitted when \`${second}\` is given: send one of the two`];
      context.addIssue({ code: 'custom', path: [first], message, params: { code } });
    })
    .meta({ oneOf: [{ required: [first] }, { required: [second] }] });
  // The check admits no other combination of the two fields.
  return checked as never;
}
