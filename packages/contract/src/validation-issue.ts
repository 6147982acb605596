import * as z from 'zod';

/** The schema of one invalid field of a request. An error lists all invalid fields, up to 100. */
export const validationIssue = z
  .object({
    in: z.enum(['body', 'query', 'path', 'header']).describe('The part of the request.'),
    path: z
      .string()
      .describe('Dotted path of the field, such as `template.name`; empty for the whole part.'),
    code: z
      .enum([
        'required',
        'invalid_type',
        'too_long',
        'too_short',
        'invalid_enum',
        'invalid_format',
        'out_of_range',
        'unknown_field',
      ])
      .describe('Kind of mistake.'),
    message: z.string().describe('Human-readable text: what was expected.'),
    expected: z.string().optional().describe('Expected type or format, if it has a one-word name.'),
    received: z.string().optional().describe('The type that was received.'),
  })
  .describe('One invalid field of a request.');
export type ValidationIssue = z.infer<typeof validationIssue>;
