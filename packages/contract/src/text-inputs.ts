import * as z from 'zod';

/** Returns the schema of a text with at least one character. Spaces around it are removed when it is parsed. */
export const textInput = (max: number) => z.string().trim().min(1).max(max);
