import type { ErrorCode } from './errors.ts';

export interface ProviderError {
  code: ErrorCode;
  reason: string | null;
  /** Which limit it is, for SVC-PROVIDER-RATE-LIMITED. */
  scope: 'channel' | 'pair' | 'quality' | null;
  /** Sent again by the service without being asked. */
  automaticRetry: boolean;
  /** A person may try again with `POST /messages/{id}/retry`. */
  retryable: boolean;
  message: string;
}

function entry(
  code: ErrorCode,
  message: string,
  more: Partial<Omit<ProviderError, 'code' | 'message'>> = {},
): ProviderError {
  const automaticRetry = more.automaticRetry ?? false;
  return {
    code,
    message,
    reason: null,
    scope: null,
    retryable: automaticRetry,
    ...more,
    automaticRetry,
  };
}

const undeliverable = entry('SVC-UNDELIVERABLE', 'The recipient cannot receive this message.');
const templateParams = (reason: string) =>
  entry('SVC-TEMPLATE-PARAMS', 'The parameters do not fit the template.', { reason });
const notApproved = (reason: string) =>
  entry('SVC-TEMPLATE-NOT-APPROVED', 'The template may not be sent now.', { reason });
const channelUnavailable = (reason: string) =>
  entry('SVC-CHANNEL-UNAVAILABLE', 'The provider refuses this channel.', {
    reason,
    retryable: true,
  });
const invalidRecipient = (reason: string) =>
  entry('SVC-RECIPIENT-INVALID', 'The provider refuses this recipient.', { reason });
const transient = entry('SVC-PROVIDER-ERROR', 'The provider is not available.', {
  reason: 'unavailable',
  automaticRetry: true,
});
const rejected = entry('SVC-PROVIDER-ERROR', 'The provider refused the request.', {
  reason: 'rejected',
});
const limited = (scope: 'channel' | 'pair') =>
  entry('SVC-PROVIDER-RATE-LIMITED', 'The provider limits how fast this channel may send.', {
    scope,
    automaticRetry: true,
  });
const quality = entry(
  'SVC-PROVIDER-RATE-LIMITED',
  'The provider limits this channel for its quality.',
  {
    scope: 'quality',
    retryable: true,
  },
);

/** WhatsApp Cloud API error codes → ours. Source: Meta's list of error codes. */
export const whatsappErrors: Readonly<Record<string, ProviderError>> = {
  '131047': entry('SVC-WINDOW-CLOSED', 'More than 24 hours since the last inbound message.', {
    reason: 'time',
  }),
  '131026': undeliverable,
  '130472': undeliverable,
  '131021': invalidRecipient('same_as_sender'),
  '131030': invalidRecipient('not_in_test_list'),
  '131062': invalidRecipient('bsuid_unsupported'),
  '131050': entry('SVC-RECIPIENT-OPTED-OUT', 'The recipient has stopped marketing messages.'),
  '131049': entry('SVC-MARKETING-LIMITED', 'Too many marketing messages for this recipient.'),
  '132000': templateParams('count'),
  '132005': templateParams('too_long'),
  '132008': templateParams('value'),
  '132012': templateParams('format'),
  '132001': entry('SVC-TEMPLATE-NOT-FOUND', 'The template does not exist in that language.'),
  '132007': notApproved('policy'),
  '132015': notApproved('paused'),
  '132016': notApproved('disabled'),
  '130429': limited('channel'),
  '131056': limited('pair'),
  '131048': quality,
  '131064': quality,
  '131005': channelUnavailable('auth'),
  '131031': channelUnavailable('restricted'),
  '130497': channelUnavailable('restricted'),
  '131042': channelUnavailable('billing'),
  '131044': channelUnavailable('billing'),
  '131037': channelUnavailable('not_ready'),
  '131045': channelUnavailable('not_ready'),
  '131057': channelUnavailable('not_ready'),
  '131051': entry('SVC-CONTENT-UNSUPPORTED', 'The provider does not take this type of message.'),
  '131052': entry('SVC-MEDIA-FAILED', 'The media could not be downloaded.'),
  '131053': entry('SVC-MEDIA-FAILED', 'The media could not be uploaded.', { automaticRetry: true }),
  '131008': rejected,
  '131009': rejected,
  '131000': transient,
  '131016': transient,
  '133004': transient,
};

/** The meaning of a provider's code; a code that is not in the table is a refusal. */
export function providerErrorOf(code: string): ProviderError {
  const known = Object.hasOwn(whatsappErrors, code) ? whatsappErrors[code] : undefined;
  return known ?? rejected;
}
