import { ServiceError } from '@parley/contract/schemas';

/**
 * Returns the value of a JSON body, or undefined when it is blank. `text` is undefined when the bytes are not UTF-8.
 * Throws SVC-MALFORMED-JSON, with the position of the mistake where the runtime tells it.
 */
export function parseJsonBody(text: string | undefined): unknown {
  if (text === undefined) {
    throw new ServiceError('SVC-MALFORMED-JSON', {}, { message: 'The body is not UTF-8.' });
  }
  if (text.trim() === '') return undefined;
  try {
    // A byte order mark is allowed in front of UTF-8, though JSON.parse does not take it.
    return JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text);
  } catch (cause) {
    const position = /at position (\d+)/.exec(cause instanceof Error ? cause.message : '')?.[1];
    const details = position === undefined ? {} : { position: Number(position) };
    throw new ServiceError('SVC-MALFORMED-JSON', details, { cause });
  }
}
