import { errorCatalog } from './error-catalog.ts';
import { errorRules } from './error-rules.ts';

/** Messages that replace that of their code, by the `rule`, `reason`, `status` or `resource` in `details`. */
const exactMessages: Partial<Record<keyof typeof errorCatalog, Readonly<Record<string, string>>>> =
  {
    'SVC-RULE-VIOLATION': errorRules,
    'SVC-NOT-FOUND': {
      tenant: 'This API key cannot reach a tenant with this ID. Check the ID and the key.',
    },
    'SVC-CHANNEL-UNAVAILABLE': {
      archived: 'The channel is deleted. Use another channel.',
      pending:
        'The channel cannot send: its status is `pending`. Verify it with `POST /channels/{channelId}/verify`, or use another channel.',
    },
    'SVC-UNAUTHORIZED': {
      ambiguous:
        '`Authorization` and `X-API-Key` contain different keys. Send only one of these headers.',
      signature:
        'The signature of this webhook is missing or wrong. Compare the app secret of the channel, or of the server, with that of the provider, and check the URL.',
    },
    'SVC-FORBIDDEN': {
      issued_key:
        'An agency issued this API key, and such a key may not do this. Use an API key that the agency did not issue.',
      regrant:
        'The setting `agencyCanRegrant` of the client is off. Ask the client to create the grant with `POST /agency-grants`.',
      not_provisioned: 'Only the agency that created the tenant of a client may do this.',
      own_access:
        'The client has a member with an account, or an API key of its own. Ask its members or the operator of the server to invite the owner.',
    },
  };

/**
 * Returns the message for the `rule`, `reason`, `status` or `resource` in `details` if there is one, otherwise that of
 * the code. The name of a field of `details` in braces becomes its value.
 */
export function errorMessage(code: keyof typeof errorCatalog, details: object): string {
  const values = new Map<string, unknown>(Object.entries(details));
  const { message: general } = errorCatalog[code];
  const exact = new Map(Object.entries(exactMessages[code] ?? {}));
  const [message = general] = ['rule', 'reason', 'status', 'resource'].flatMap(
    (field) => exact.get(String(values.get(field))) ?? [],
  );
  return message.replaceAll(/\{(\w+)\}/g, (placeholder, field: string) => {
    if (!values.has(field)) return placeholder;
    const value = values.get(field);
    return Array.isArray(value) ? value.join(', ') : String(value);
  });
}
