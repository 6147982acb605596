import type { WebhookAttemptErrorCode } from '@parley/contract/schemas';

// The last pattern of TLS are errors that OpenSSL finds in a certificate.
const codes = [
  [/^ECONNREFUSED$/, 'connection_refused'],
  [/^(?:ENOTFOUND|EAI_AGAIN)$/, 'name_not_resolved'],
  [/^(?:ERR_TLS|ERR_SSL|EPROTO$)/, 'tls_failed'],
  [
    /^(?:CERT_|CRL_|UNABLE_TO_|ERROR_IN_C|INVALID_|PATH_LENGTH_|HOSTNAME_|DEPTH_ZERO_|SELF_SIGNED_)/,
    'tls_failed',
  ],
  [/^(?:HPE_|UND_ERR_HEADERS_OVERFLOW$)/, 'invalid_response'],
] as const satisfies readonly (readonly [RegExp, WebhookAttemptErrorCode])[];

/** Returns the error code of an attempt for an error code of Node, undici or OpenSSL, such as `ECONNRESET`. */
export function attemptErrorCode(code: string): (typeof codes)[number][1] | 'connection_failed' {
  return codes.find(([pattern]) => pattern.test(code))?.[1] ?? 'connection_failed';
}
