import * as z from 'zod';
import { isVisible } from './visible-text.ts';

/** Returns the schema of a text with a visible character. Spaces around it are removed when it is parsed. */
export const textInput = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((text) => text === '' || isVisible(text), {
      message: 'must have a visible character',
      params: { code: 'too_short' },
    });

/** The schema of a word by which a whole message opts out or in. */
export const keywordInput = textInput(40)
  // Without the flag `u`, because patterns of JSON Schema have no flags.
  .regex(/[^\s!-/:-@[-`{-~]/, 'must contain a letter, a digit or an emoji');

/** Returns the schema of a text that has a character besides spaces. Spaces around it are kept. */
export const filledText = (schema = z.string()) =>
  schema
    .refine((text) => text.trim() !== '', {
      message: 'must not be blank',
      params: { code: 'too_short' },
    })
    .meta({ pattern: '\\S' });

const jsonLength = 65_536;

/** Limits the JSON of a value to 65,536 characters, because a page may contain 100 of them. */
export function shortJson<Schema extends z.ZodType>(schema: Schema): Schema {
  return schema.refine((value) => JSON.stringify(value).length <= jsonLength, {
    message: 'must have at most 65,536 characters of JSON',
    params: { code: 'too_long' },
  });
}
