import * as z from 'zod';

/**
 * Invisible characters that programs put around or into a copied text: the soft hyphen, the marks of the writing
 * direction, zero-width spaces and joiners, and the word joiner.
 */
const invisible = String.raw`\u00AD\u061C\u200B-\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF`;
export const invisibles = new RegExp(`[${invisible}]`, 'g');

/** Spaces, dashes, minus signs, dots, parentheses and invisible characters, also full-width ones. */
const separator = String.raw`[\s().${invisible}\u2010-\u2015\u2212\uFF08\uFF09\uFF0D\uFF0E-]`;
const separators = new RegExp(separator, 'g');
/** Digits and `+` in full width, as Japanese and Chinese keyboards write them. */
const fullWidth = /[\uFF0B\uFF10-\uFF19]/g;

/**
 * Returns the text without separators, and with plain digits for full-width ones. Other characters that NFKC turns into
 * digits, such as superscripts, stay: the text is then no phone number.
 */
export function withoutSeparators(text: string): string {
  const plain = text.replace(separators, '');
  return plain.replace(fullWidth, (character) => character.normalize('NFKC'));
}

/** A number that a program took for a decimal number. Without its dot, it would be another phone number. */
export const decimal = new RegExp(
  String.raw`[0-9\uFF10-\uFF19]{6}[.\uFF0E][0\uFF10]+${separator}*$`,
);

/** The schema of a phone number with country code. Parsing removes separators and makes digits plain. */
export const phoneInput = z
  .string()
  .regex(
    new RegExp(
      String.raw`^${separator}*[+\uFF0B]${separator}*[1-9\uFF11-\uFF19](?:${separator}*[0-9\uFF10-\uFF19]){5,14}${separator}*$`,
    ),
    'must be a phone number with + and country code, such as +14155550123',
  )
  .refine((value) => !decimal.test(value), {
    message: 'must be a phone number without decimals, such as +14155550123',
    params: { code: 'invalid_format' },
  })
  .transform(withoutSeparators);

/** Regions that `Intl` knows although they are no countries, such as the European Union and the unknown region. */
const noCountries = new Set('AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ'.split(' '));
const countries = new Map<string, boolean>();

/** The schema of a country: the codes of ISO 3166-1 in the data of the JavaScript runtime, and `XK`. */
export const countryInput = z
  .string()
  .regex(/^[A-Z]{2}$/, {
    error: 'must be an ISO 3166-1 code of two capital letters, such as BR',
    abort: true,
  })
  .refine(isCountry, {
    message: 'must be a country of ISO 3166-1, such as BR',
    params: { code: 'invalid_format' },
  });

function isCountry(code: string): boolean {
  const known = countries.get(code);
  if (known !== undefined) return known;
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  // `UK` and codes of former countries have names, but a locale replaces them with the present code.
  const isPresent = new Intl.Locale(`und-${code}`).region === code;
  const found = isPresent && names.of(code) !== undefined && !noCountries.has(code);
  countries.set(code, found);
  return found;
}

export const emailInput = z.email().max(254);

export const webUrlInput = z
  .url({ protocol: /^https?$/ })
  .regex(/^\s*[hH][tT][tT][pP][sS]?:\/\/[^\s/?#\\]/, 'must be an absolute http or https URL')
  .max(2_000);
