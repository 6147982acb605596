import type { ErrorCode, ErrorDetails } from './errors.ts';

export interface ProviderError {
  code: ErrorCode;
  reason: string | null;
  /** Which limit of the provider was reached; null unless the code is SVC-PROVIDER-RATE-LIMITED. */
  scope: ErrorDetails<'SVC-PROVIDER-RATE-LIMITED'>['scope'] | null;
  /** Whether Parley itself retries the message. */
  automaticRetry: boolean;
  /**
   * The wait before the next attempt, in milliseconds, when the provider does not state one. Such attempts do not count
   * as failures.
   */
  waitMs?: number;
  /** Whether a user may retry the message with `POST /messages/{id}/retry`. */
  retryable: boolean;
  message: string;
  /** Advice for users: how to correct the error. */
  fix: string;
}

type Entry = Partial<Omit<ProviderError, 'code' | 'message' | 'fix'>>;

function entry(code: ErrorCode, message: string, fix: string, more: Entry = {}): ProviderError {
  const automaticRetry = more.automaticRetry ?? false;
  return {
    code,
    message,
    fix,
    reason: null,
    scope: null,
    retryable: automaticRetry,
    ...more,
    automaticRetry,
  };
}

const undeliverable = entry(
  'SVC-UNDELIVERABLE',
  'The recipient cannot receive this message.',
  'Ask the customer to update the app and to accept the terms of the network.',
);
const templateParams = (reason: string) =>
  entry(
    'SVC-TEMPLATE-PARAMS',
    'The parameters do not fit the template.',
    'Compare the parameters with the template in the WhatsApp Manager.',
    { reason },
  );
const notApproved = (reason: string) =>
  entry(
    'SVC-TEMPLATE-NOT-APPROVED',
    'The template may not be sent now.',
    'Look at the status of the template in the WhatsApp Manager.',
    { reason },
  );
const unavailable = (reason: string, fix: string) =>
  entry('SVC-CHANNEL-UNAVAILABLE', 'The provider refuses this channel.', fix, {
    reason,
    retryable: true,
  });
const invalidRecipient = (reason: string, fix: string) =>
  entry('SVC-RECIPIENT-INVALID', 'The provider refuses this recipient.', fix, { reason });
/** A failure that the provider reports after it accepted the message is not retried automatically. */
const resent =
  'The server sends the message again later. If the provider had accepted it and reported the failure afterwards, retry it.';
const fileRules =
  'that the file still exists or that its URL is public, and that its type and size are allowed.';
const media = (message: string, more: Entry = {}) =>
  entry(
    'SVC-MEDIA-FAILED',
    message,
    more.automaticRetry
      ? `${resent} If that does not help, check ${fileRules}`
      : `Check ${fileRules}`,
    more,
  );
/** The file of a message did not reach the provider, or the provider refused it. */
export const mediaError = media('The media could not be transferred.', { retryable: true });
/** The provider delivers no messages of this type to this recipient. */
export const unsupportedTypeError = entry(
  'SVC-CONTENT-UNSUPPORTED',
  'The provider does not take this type of message.',
  'Send another type of message.',
);
const maySend = {
  app: 'this app may send',
  channel: 'this channel may send',
  pair: 'this channel may send to one recipient',
} as const;
const limited = (scope: keyof typeof maySend, more: Entry = {}) =>
  entry('SVC-PROVIDER-RATE-LIMITED', `The provider limits how fast ${maySend[scope]}.`, resent, {
    scope,
    automaticRetry: true,
    ...more,
  });
const quality = entry(
  'SVC-PROVIDER-RATE-LIMITED',
  'The provider limits this channel for its quality.',
  'Send fewer messages that customers did not ask for, and look at the quality of the number.',
  { scope: 'quality', retryable: true },
);

/** The provider reported that it could not accept the message at the moment. A later attempt may succeed. */
export const transientError = entry(
  'SVC-PROVIDER-ERROR',
  'The provider is not available.',
  resent,
  { reason: 'unavailable', automaticRetry: true },
);
/** The provider refused a request with an error that has no code in Parley. */
export const rejectedError = entry(
  'SVC-PROVIDER-ERROR',
  'The provider refused the request.',
  "Read `providerMessage`, and the provider's documentation of the code.",
  { reason: 'rejected' },
);
/**
 * Returns the error for a refusal of one message. The message may be sent again after the account was changed at the
 * provider.
 */
const ofMessage = (message: string, fix: string) =>
  entry('SVC-PROVIDER-ERROR', message, fix, { reason: 'rejected', retryable: true });
/** The app may not use the tag of the message. Messages without the tag are accepted. */
export const tagRefusedError = ofMessage(
  'The app may not send messages with this tag.',
  'Ask Meta for the feature Human Agent in the App Review, or send without `messageTag`.',
);
export const rateLimitError = limited('channel');
export const authError = unavailable(
  'auth',
  'Replace the access token of the channel, and give it all permissions that the guide to channels lists.',
);
const restricted = unavailable('restricted', 'Look at the account in the tools of the provider.');
const billing = unavailable('billing', 'Add a payment method to the business account.');
const notReady = unavailable(
  'not_ready',
  'Finish the registration of the phone number at WhatsApp.',
);
const missing = (what: string) =>
  unavailable('not_ready', `Check that ${what} of the channel still exists at the provider.`);

const all = (codes: readonly string[], error: ProviderError): Record<string, ProviderError> =>
  Object.fromEntries(codes.map((code) => [code, error]));

/**
 * How long an app or an account rests after Meta's limit of calls, in milliseconds. Meta counts the calls of an hour, and
 * does not state when the next call is allowed.
 */
const metaRest = { waitMs: 60_000 };
const graphAccountLimit = limited('channel', metaRest);

/** The error codes of the Graph API, which WhatsApp and Instagram share. */
const graphErrors: Readonly<Record<string, ProviderError>> = {
  ...all(['0', '3', '10', '102', '104', '190'], authError),
  ...all(['1', '2'], transientError),
  ...all(['4', '341'], limited('app', metaRest)),
  // The limits of one user, page or account of Instagram, Messenger or WhatsApp.
  ...all(['17', '32', '613', '80002', '80006', '80007', '80008'], graphAccountLimit),
  '100': rejectedError,
  '368': restricted,
};

const windowClosed = (fix: string): ProviderError =>
  entry('SVC-WINDOW-CLOSED', 'The window for free text is closed.', fix, { reason: 'time' });
const answerByPerson =
  'Wait for a message of the customer. A person can answer with `messageTag: "human_agent"`, up to 7 days after the last message of the customer.';
const blocked = entry(
  'SVC-RECIPIENT-BLOCKED',
  'The business has blocked this recipient.',
  'Unblock the customer in the tools of the provider.',
);
const flow = entry(
  'SVC-CONTENT-UNSUPPORTED',
  'The flow of the message is blocked or throttled.',
  'Look at the status of the WhatsApp Flow, the form in the message, in the WhatsApp Manager.',
);

/** The error codes of the WhatsApp Cloud API, with their meaning. Source: Meta's list of error codes. */
export const whatsappErrors: Readonly<Record<string, ProviderError>> = {
  ...graphErrors,
  '33': missing('the phone number'),
  '131047': windowClosed('Wait for a message of the customer, or send a template.'),
  '131026': undeliverable,
  '130472': undeliverable,
  '131021': invalidRecipient(
    'same_as_sender',
    'Send to a number that is not the number of the channel.',
  ),
  '131030': invalidRecipient(
    'not_in_test_list',
    "WhatsApp's test number sends only to recipients that you added to it: add this one, or connect a phone number of your own.",
  ),
  '131062': invalidRecipient('bsuid_unsupported', 'Send to the phone number of the customer.'),
  '131050': entry(
    'SVC-RECIPIENT-OPTED-OUT',
    'The recipient has stopped marketing messages.',
    'Send no more marketing messages to this customer.',
  ),
  '131049': entry(
    'SVC-MARKETING-LIMITED',
    'Too many marketing messages for this recipient.',
    'Send a new message, after 24 hours at the earliest.',
  ),
  '132000': templateParams('count'),
  '132005': templateParams('too_long'),
  '132008': templateParams('value'),
  '132012': templateParams('format'),
  '132018': templateParams('format'),
  '132001': entry(
    'SVC-TEMPLATE-NOT-FOUND',
    'The template does not exist in that language.',
    'Create the template in this language, and wait for its approval.',
  ),
  '132007': notApproved('policy'),
  '132015': notApproved('paused'),
  '132016': notApproved('disabled'),
  '130429': rateLimitError,
  '131056': limited('pair'),
  '131048': quality,
  '131064': quality,
  '131005': authError,
  '131031': restricted,
  '130497': invalidRecipient(
    'country',
    'Messages to this country are not allowed for this account.',
  ),
  '131042': billing,
  '131044': billing,
  '131037': notReady,
  '131045': notReady,
  '131057': transientError,
  '131051': unsupportedTypeError,
  '131052': media('The media could not be downloaded.'),
  '131053': media('The media could not be uploaded.', { automaticRetry: true }),
  '130403': blocked,
  '131063': ofMessage(
    'The account may not send marketing messages with the Cloud API.',
    'At Meta, allow this account to send marketing messages with the Cloud API.',
  ),
  '132068': flow,
  '132069': flow,
  ...all(
    ['133000', '133005', '133006', '133008', '133009', '133010', '133015', '133016'],
    notReady,
  ),
  ...all(['131008', '131009', '134011', '135000', '137000'], rejectedError),
  '131000': transientError,
  '131016': transientError,
  '133004': transientError,
};

/**
 * The errors of Instagram by `code` or `code/subcode`, with their meaning. Source: open-source integrations, because
 * Instagram uses the numbers of the Messenger platform.
 */
export const instagramErrors: Readonly<Record<string, ProviderError>> = {
  ...graphErrors,
  '3': unavailable('restricted', 'Take the app out of development mode.'),
  '33': missing('the account'),
  '10/2534022': windowClosed(answerByPerson),
  '10/2018278': windowClosed(answerByPerson),
  '10/2018065': windowClosed(answerByPerson),
  '10/2018108': undeliverable,
  '551': undeliverable,
  '200/1545041': undeliverable,
  '200/2534041': authError,
  '100/2534014': invalidRecipient('no_such_user', 'The customer must write to the account first.'),
  '100/2018001': invalidRecipient('no_such_user', 'The customer must write to the account first.'),
  '100/2534037': ofMessage(
    'Another app controls this conversation.',
    'Wait until that app releases the conversation, or make the app of the channel the primary one at Meta.',
  ),
  '100/2018109': media('The file is too large.'),
  '100/2018008': media('The file could not be downloaded.'),
  '100/2018047': media('The file could not be uploaded.'),
  '613/2534040': graphAccountLimit,
  '2/1545133': transientError,
  '1/99': transientError,
};

/** The errors of TikTok by code, with their meaning. Source: open-source integrations; none has been seen in use. */
export const tiktokErrors: Readonly<Record<string, ProviderError>> = {
  '40001': unavailable('auth', 'Grant the app the permissions for messages.'),
  ...all(['40002', '40007'], rejectedError),
  '40064': entry(
    'SVC-WINDOW-CLOSED',
    'TikTok refuses more messages to this customer for now.',
    'Wait for a message of the customer. The window is closed, the message limit is reached, or you sent messages too fast.',
    { reason: 'quota' },
  ),
  // After more than the requests of a minute, TikTok refuses requests for 5 minutes, which its response does not say.
  '40100': limited('app', { waitMs: 5 * 60_000 }),
  // The access token has expired, is missing or wrong; the refresh token has expired or is wrong.
  ...all(['40102', '40104', '40105', '40103', '40107'], authError),
  '40908': media('The type of the file is not allowed.'),
  '51065': transientError,
};

const errorsOf = { whatsapp: whatsappErrors, instagram: instagramErrors, tiktok: tiktokErrors };

/** Returns the meaning of a provider's `code` or `code/subcode`. A code that is in no table counts as a refusal. */
export function providerErrorOf(type: keyof typeof errorsOf, code: string): ProviderError {
  const errors = errorsOf[type];
  const [main = ''] = code.split('/');
  for (const known of [code, main]) {
    const error = Object.hasOwn(errors, known) ? errors[known] : undefined;
    if (error) return error;
  }
  // The Graph API has a code from 200 to 299 for each missing permission.
  return type !== 'tiktok' && /^2\d\d$/.test(main) ? authError : rejectedError;
}
