import { type ErrorDetails, lengthIn, type TemplateRecord } from '@parley/contract/schemas';
import { filled, otpIndexes, placesIn } from './template-variables.ts';

// Checks the texts of the values that a message gives a template.

/** The values by their keys; null for a value that is not text. */
type Given = ReadonlyMap<string, string | null>;
type WrongTexts = Pick<ErrorDetails<'SVC-TEMPLATE-PARAMS'>, 'empty' | 'tooLong' | 'spacing'>;

/** Returns the keys of the texts that WhatsApp does not accept. `known` is the template, if the server knows it. */
export function wrongTextsOf(given: Given, known: TemplateRecord | undefined): WrongTexts {
  return {
    empty: [...given].filter(([, text]) => text?.trim() === '').map(([name]) => name),
    tooLong: known ? [...longCodesOf(known, given), ...longTextOf(known, given)] : [],
    spacing: illSpacedOf(given),
  };
}

/** The maximum length of a one-time password, in characters. */
const codeLength = 15;

/** Returns the keys of one-time passwords that are too long. Their template has no other values. */
function longCodesOf({ components: parts }: TemplateRecord, given: Given): string[] {
  if (otpIndexes(parts).length === 0) return [];
  const isLong = (text: string | null) =>
    text !== null && lengthIn('characters', text) > codeLength;
  return [...given].filter(([, text]) => isLong(text)).map(([key]) => key);
}

/**
 * Returns the keys of the values of the body that have a line break, a tab, or more than four spaces in a row. WhatsApp
 * refuses them, whatever the template is.
 */
function illSpacedOf(given: Given): string[] {
  const isOfBody = (key: string) => !/^(?:header|button)\./.test(key);
  return [...given]
    .filter(([key, text]) => isOfBody(key) && text !== null && /[\r\n\t]| {5}/.test(text))
    .map(([key]) => key);
}

/** The maximum length of the header and the body with their values. WhatsApp accepts no longer ones. */
const textLength = 32_768;

/** Returns the keys of the header and of the body whose text would be too long. */
function longTextOf({ components: parts }: TemplateRecord, given: Given): string[] {
  return parts.flatMap(({ type, text = '' }) => {
    const keys = placesIn(text).map((name) => (type === 'header' ? `header.${name}` : name));
    const own = filled(text, () => '').length;
    const length = keys.reduce((sum, key) => sum + (given.get(key)?.length ?? 0), own);
    return length > textLength ? [...new Set(keys)] : [];
  });
}
