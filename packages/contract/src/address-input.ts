import { textInput } from './text-inputs.ts';

/** An address in a request: its form is checked against its network. */
export const addressInput = textInput(256).describe(
  'Address on the network, in the form of `to` of a message.',
);
