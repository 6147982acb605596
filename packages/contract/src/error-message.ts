import { errorCatalog } from './error-catalog.ts';
import { errorRules } from './error-rules.ts';

type ExactMessages = readonly [field: string, messages: Readonly<Record<string, string>>];

/** Messages that replace that of their code, by the value of a field of `details`. */
const exactMessages: Partial<Record<keyof typeof errorCatalog, ExactMessages>> = {
  'SVC-RULE-VIOLATION': ['rule', errorRules],
  'SVC-NOT-FOUND': [
    'resource',
    {
      tenant: 'There is no tenant with this ID that you can reach. Check the ID.',
      apiKey:
        'There is no API key with this ID that you can reach. Of the keys of a client, an agency reaches those that it issued. Check the ID.',
      agencyGrant:
        'There is no grant with this ID that you can reach. Check the ID, and the ID of the client if the path has one.',
      template: 'The channel has no template with this ID. Check the IDs of both.',
    },
  ],
  'SVC-CHANNEL-UNAVAILABLE': [
    'status',
    {
      archived: 'The channel is deleted. Use another channel.',
      pending:
        'The channel cannot send: its status is `pending`. Verify it with `POST /channels/{channelId}/verify`, or use another channel.',
      error:
        'The channel cannot send: its status is `error`. Its `statusReason` and `lastError` say why. Verify it with `POST /channels/{channelId}/verify`, or use another channel.',
    },
  ],
  'SVC-UNAUTHORIZED': [
    'reason',
    {
      ambiguous:
        '`Authorization` and `X-API-Key` contain different keys. Send only one of these headers.',
      signature:
        'The signature of this webhook is missing, wrong or too old. Check the URL, the clock of the server, and that the app secret is the one at the provider.',
    },
  ],
  'SVC-FORBIDDEN': [
    'reason',
    {
      issued_key:
        'An agency issued this API key, and such a key may not do this. Use an API key that the agency did not issue.',
      regrant:
        'The setting `agencyCanRegrant` of the client is off. Ask the client to create the grant with `POST /agency-grants`.',
      verify_token:
        'The verify token is missing or wrong. Enter the token that Parley has for this URL at the provider.',
      not_provisioned: 'Only the agency that created the tenant of a client may do this.',
      own_access:
        'The client has a member with an account, or an API key of its own. Ask its members or the operator of the server to invite the owner.',
    },
  ],
};

/**
 * Returns the exact message for `details` if there is one, otherwise that of the code. The name of a field of `details`
 * in braces becomes its value.
 */
export function errorMessage(code: keyof typeof errorCatalog, details: object): string {
  const values = new Map<string, unknown>(Object.entries(details));
  const { message: general } = errorCatalog[code];
  const [deciding, messages] = exactMessages[code] ?? ['', {}];
  const exact = new Map(Object.entries(messages)).get(String(values.get(deciding)));
  return (exact ?? general).replaceAll(/\{(\w+)\}/g, (placeholder, field: string) => {
    if (!values.has(field)) return placeholder;
    const value = values.get(field);
    return Array.isArray(value) ? value.join(', ') : String(value);
  });
}
