import {
  mediaError,
  type ProviderError,
  rateLimitError,
  rejectedError,
  ServiceError,
  transientError,
} from '@parley/contract/schemas';
import type { SendOutcome } from '@parley/domain';
import type * as z from 'zod';
import { FileNotAskedError } from '../../outbound/open-bytes.ts';
import type { ProviderAnswer } from './provider-http.ts';

// The meaning of a provider's answer for a message. A message is sent again only if the provider certainly did not accept it.

export interface ProviderRefusal {
  readonly providerCode: string | null;
  readonly providerMessage: string | null;
  readonly error: ProviderError;
  /** The wait that the provider asks for, or that its error needs, in milliseconds. */
  readonly retryAfterMs?: number | null;
  /** The version of the account and credentials that were refused. */
  readonly connectionVersion?: number | undefined;
}

/** The provider's answer to a question, its refusal, or `unknown` when it did not answer. */
export type Answer<Value> = Value | ProviderRefusal | 'unknown';

/** The result of the upload of a message's file to a provider. */
export type Uploaded =
  | {
      readonly kind: 'uploaded';
      /** The value by which a message names the file. */
      readonly reference: string;
      /** How long later messages may use the reference, in milliseconds; 0 = only this message may use it. */
      readonly lifeMs: number;
    }
  | { readonly kind: 'refused'; readonly refusal: ProviderRefusal };

export interface Reading {
  /**
   * Returns the provider's ID of the message; null for providers that return none, undefined when the body is not a
   * success.
   */
  idOf(json: unknown): string | null | undefined;
  /** Returns the addresses that a success states for the recipient. Absent for providers that state none. */
  recipientOf?(json: unknown): readonly string[];
  /** Returns the error in the body; undefined when there is none. */
  refusalOf(json: unknown): ProviderRefusal | undefined;
}

const maxMessageLength = 500;

export function outcomeOf(answer: ProviderAnswer, reading: Reading): SendOutcome {
  const refusal = refusalOf(answer, reading);
  if (refusal === 'unknown') return { kind: 'unknown' };
  if (refusal) return { kind: 'refused', ...refusal };
  const json = jsonOf(answer);
  const externalId = answer.kind === 'answered' ? reading.idOf(json) : undefined;
  // The provider accepted the message, but its ID is not known.
  if (externalId === undefined) return { kind: 'unknown' };
  const recipient = reading.recipientOf?.(json) ?? [];
  return { kind: 'accepted', externalId, ...(recipient.length > 0 && { recipient }) };
}

/**
 * Returns why an answer is not a success; undefined for a success. The result is `unknown` if the request may have
 * taken effect.
 */
export function refusalOf(
  answer: ProviderAnswer,
  reading: Pick<Reading, 'refusalOf'>,
): ProviderRefusal | 'unknown' | undefined {
  if (answer.kind === 'unknown') return 'unknown';
  if (answer.kind === 'not_sent') return refused(transientError, null, answer.message);
  const { status, json, retryAfterMs } = answer;
  const read = refusalIn(reading.refusalOf(json), status);
  if (read === undefined || read === 'unknown') return read;
  const providerMessage = clipped(read.providerMessage);
  return { ...read, providerMessage, retryAfterMs: retryAfterMs ?? read.error.waitMs ?? null };
}

/** Returns the answer to a question. Throws SVC-PROVIDER-ERROR when the provider does not answer. */
export function replyOf(
  provider: string,
  answer: ProviderAnswer,
  readRefusal: Reading['refusalOf'],
): { json: unknown } | { refusal: ProviderRefusal } {
  if (answer.kind === 'unknown') {
    throw providerFault(provider, refused(transientError, null, answer.message));
  }
  const refusal = refusalOf(answer, { refusalOf: readRefusal });
  if (refusal === 'unknown') throw providerFault(provider, refused(transientError, null));
  if (refusal?.error.automaticRetry) throw providerFault(provider, refusal);
  if (refusal) return { refusal };
  return { json: jsonOf(answer) };
}

/** Returns the body of a success. Throws SVC-PROVIDER-ERROR for a body in another form. */
export function readAs<Body>(provider: string, form: z.ZodType<Body>, json: unknown): Body {
  const read = form.safeParse(json);
  if (read.success) return read.data;
  throw providerFault(provider, refused(transientError, null, 'The answer could not be read.'));
}

/** Returns the body of an answer; undefined without an answer. */
export function jsonOf(answer: ProviderAnswer): unknown {
  return answer.kind === 'answered' ? answer.json : undefined;
}

/**
 * Returns the refusal in the body, or else by the status. A code that says only that the request was refused does not
 * outweigh a status that says why, such as 429, or that leaves it open, such as 504.
 */
function refusalIn(
  said: ProviderRefusal | undefined,
  status: number,
): ReturnType<typeof refusalByStatus> {
  // An answer without the provider's error, such as the page of a proxy, says nothing about the token.
  if (!said && (status === 401 || status === 403)) return refused(transientError, `http ${status}`);
  const byStatus = refusalByStatus(status);
  if (!said) return byStatus;
  if (said.error !== rejectedError || byStatus === undefined) return said;
  if (byStatus === 'unknown') return 'unknown';
  return byStatus.error.automaticRetry ? { ...said, error: byStatus.error } : said;
}

function refusalByStatus(status: number): ProviderRefusal | 'unknown' | undefined {
  if (status >= 200 && status < 300) return undefined;
  const code = `http ${status}`;
  if (status === 429) return refused(rateLimitError, code);
  if (status === 503) return refused(transientError, code);
  // A gateway timed out: the provider behind it may have accepted the message.
  return status >= 500 ? 'unknown' : refused(rejectedError, code);
}

/**
 * Returns the result of an upload from the provider's answer. If the outcome is unknown, the upload may be repeated,
 * because no customer has seen the file.
 */
export function uploadedBy(
  answer: ProviderAnswer,
  { idOf, lifeMs, ...reading }: Reading & { readonly lifeMs: number },
): Uploaded {
  const refusal = refusalOf(answer, reading);
  if (refusal && refusal !== 'unknown') {
    const isOfFile = refusal.error.reason === 'rejected';
    return { kind: 'refused', refusal: { ...refusal, ...(isOfFile && { error: mediaError }) } };
  }
  const reference = answer.kind === 'answered' && refusal === undefined && idOf(answer.json);
  if (reference) return { kind: 'uploaded', reference, lifeMs };
  const why = 'The provider did not confirm the upload of the file.';
  return { kind: 'refused', refusal: refused(transientError, null, why) };
}

/** The provider refused the token or the account when it was asked for a file, or cannot answer now. */
export class RefusedFileError extends FileNotAskedError {
  readonly refusal: ProviderRefusal;

  constructor(message: string, refusal: ProviderRefusal) {
    super(message);
    this.refusal = refusal;
  }
}

/** The reasons of refusals that concern the account of a channel, whatever it asks. */
const ofAccount: readonly string[] = ['auth', 'restricted', 'billing'];

/** Returns the error for an answer without the address of a file. `refusal` is the result of `refusalOf`. */
export function fileFault(refusal: ReturnType<typeof refusalOf>, message: string): Error {
  const isOfFile =
    refusal === undefined ||
    (refusal !== 'unknown' &&
      !refusal.error.automaticRetry &&
      !ofAccount.includes(refusal.error.reason ?? ''));
  if (isOfFile) return new Error(message);
  if (refusal === 'unknown') return new FileNotAskedError(message);
  return new RefusedFileError(message, refusal);
}

/** Returns the error for a failed call to a provider, for calls that do not send a message. */
export function providerFault(
  provider: string,
  { providerCode, providerMessage, error }: ProviderRefusal,
): ServiceError {
  return new ServiceError('SVC-PROVIDER-ERROR', {
    provider,
    providerCode,
    providerMessage,
    reason: error.reason ?? (error.automaticRetry ? 'unavailable' : 'rejected'),
    retryable: error.retryable,
  });
}

export function refused(
  error: ProviderError,
  providerCode: string | null,
  providerMessage: string | null = null,
): ProviderRefusal {
  return { error, providerCode, providerMessage: clipped(providerMessage) };
}

function clipped(text: string | null): string | null {
  return text === null ? null : text.slice(0, maxMessageLength);
}
