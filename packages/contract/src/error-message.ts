import { errorCatalog } from './error-catalog.ts';
import { errorRules } from './error-rules.ts';

/** The messages of SVC-FORBIDDEN for reasons that a caller can act on. Other reasons have the message of the code. */
const forbidden = {
  issued_key:
    'An agency issued this API key, and such a key may not do this. Use an API key that the agency did not issue.',
  regrant:
    'The setting `agencyCanRegrant` of the client is off. Ask the client to create the grant with `POST /agency-grants`.',
  not_provisioned: 'Only the agency that created the tenant of a client may do this.',
  own_access:
    'The client has a member with an account, or an API key of its own. Ask its members or the operator of the server to invite the owner.',
};

/**
 * Returns the message of a code or, for SVC-RULE-VIOLATION and SVC-FORBIDDEN, of its rule or reason. The name of a field
 * of `details` in braces becomes its value.
 */
export function errorMessage(code: keyof typeof errorCatalog, details: object): string {
  const values = new Map<string, unknown>(Object.entries(details));
  const { message: general } = errorCatalog[code];
  const message = exactMessage(code, values) ?? general;
  return message.replaceAll(/\{(\w+)\}/g, (placeholder, field: string) => {
    if (!values.has(field)) return placeholder;
    const value = values.get(field);
    return Array.isArray(value) ? value.join(', ') : String(value);
  });
}

function exactMessage(
  code: keyof typeof errorCatalog,
  values: ReadonlyMap<string, unknown>,
): string | undefined {
  if (code === 'SVC-RULE-VIOLATION') return ownText(errorRules, values.get('rule'));
  if (code === 'SVC-FORBIDDEN') return ownText(forbidden, values.get('reason'));
}

function ownText(texts: Readonly<Record<string, string>>, name: unknown): string | undefined {
  return texts[String(name)];
}
