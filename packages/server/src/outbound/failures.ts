import type { WebhookAttemptErrorCode } from '@parley/contract/schemas';
import { errorRules, webhookAttemptErrors } from '@parley/contract/schemas';
import { attemptErrorCode } from '@parley/domain';
import { errors } from 'undici';
import type { Exchange } from './exchange.ts';
import { AddressNotAllowedError } from './guarded-agent.ts';
import { NameNotResolvedError } from './lookup.ts';

export interface OutboundFailure {
  readonly code: Exclude<WebhookAttemptErrorCode, 'interrupted'>;
  /** Text for the developer of the receiver. Contains no address and no error text of the network. */
  readonly message: string;
}

/** Returns the reason of a failed exchange; null for `whole` and `cut`, which are not failures. */
export function failureOf(
  { outcome, phase, error }: Pick<Exchange, 'outcome' | 'phase' | 'error'>,
  timeoutMs: number,
): OutboundFailure | null {
  if (outcome === 'whole' || outcome === 'cut') return null;
  if (outcome === 'late')
    return { code: 'timeout', message: lateMessages[phase](timeoutMs / 1_000) };
  if (error instanceof AddressNotAllowedError) return addressNotAllowed;
  if (error instanceof NameNotResolvedError) {
    return { code: 'name_not_resolved', message: 'The host name does not resolve to an address.' };
  }
  const nodeCode = codeOf(error);
  const code = attemptErrorCode(nodeCode);
  const message = messages.get(nodeCode);
  if (message) return { code, message };
  // Its code is always undefined; its message shows a response that was broken off.
  if (error instanceof errors.HTTPParserError && !/\bEOF\b/.test(error.message)) return notHttp;
  if (phase === 'connecting' && code === 'tls_failed') {
    return { code, message: 'The TLS handshake failed.' };
  }
  return { code: 'connection_failed', message: brokenMessages[phase] };
}

export const addressNotAllowed: OutboundFailure = {
  code: 'address_not_allowed',
  message: webhookAttemptErrors.address_not_allowed,
};

/** Returns the failure of a URL that must not be called because of its form. Its host was not resolved. */
export function urlNotAllowed(wrong: 'scheme' | 'port' | 'user' | 'form'): OutboundFailure {
  return { code: 'url_not_allowed', message: urlMessages[wrong] };
}

const urlMessages = {
  scheme: errorRules.webhook_url_https_required,
  port: errorRules.webhook_url_port_not_allowed,
  user: 'The URL must not contain a user or a password.',
  form: 'The text is not a URL.',
};

const lateMessages: Record<Exchange['phase'], (seconds: number) => string> = {
  connecting: (seconds) => `No connection could be made within ${seconds} s.`,
  waiting: (seconds) =>
    `The receiver accepted the connection but did not answer within ${seconds} s.`,
  reading: (seconds) => `The answer began but was not complete after ${seconds} s.`,
};

const brokenMessages: Record<Exchange['phase'], string> = {
  connecting: 'No connection could be made.',
  waiting: 'The connection was closed before an answer came.',
  reading: 'The connection was closed before the answer was complete.',
};

const notHttp: OutboundFailure = {
  code: 'invalid_response',
  message: 'The receiver did not answer in HTTP/1.1.',
};

const noAnswer = 'The host does not answer.';
const selfSigned = 'The certificate is self-signed.';
const unknownIssuer =
  'The issuer of the certificate is unknown. Configure the receiver to send its intermediate certificates.';
const noTls = 'The port does not use TLS. Check whether it is an http port.';

// By the codes of Node and undici.
const messages: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ECONNREFUSED: 'The connection was refused: nothing listens at this host and port.',
    EHOSTUNREACH: 'The host cannot be reached.',
    ENETUNREACH: 'The network of the host cannot be reached.',
    ETIMEDOUT: noAnswer,
    UND_ERR_CONNECT_TIMEOUT: noAnswer,
    UND_ERR_HEADERS_OVERFLOW: 'The headers of the answer are too long.',
    CERT_HAS_EXPIRED: 'The certificate has expired.',
    CERT_NOT_YET_VALID: 'The certificate is not valid yet.',
    CERT_REVOKED: 'The certificate was revoked.',
    ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another host name.',
    DEPTH_ZERO_SELF_SIGNED_CERT: selfSigned,
    SELF_SIGNED_CERT_IN_CHAIN: selfSigned,
    UNABLE_TO_GET_ISSUER_CERT: unknownIssuer,
    UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownIssuer,
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownIssuer,
    ERR_SSL_WRONG_VERSION_NUMBER: noTls,
    ERR_SSL_PACKET_LENGTH_TOO_LONG: noTls,
  }),
);

function codeOf(error: unknown): string {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  return typeof code === 'string' ? code : '';
}
