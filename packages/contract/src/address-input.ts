import * as z from 'zod';

/** An address in a request: its form is checked against its network. */
export const addressInput = z
  .string()
  .trim()
  .min(1)
  .max(256)
  .describe('Address on the network, in the form of `to` of a message.');
