import * as z from 'zod';

// The form of templates that Meta accepts, as its documentation of components says: every placeholder has an example,
// and each part has its limits.

const text = (max: number) => z.string().min(1).max(max);
const named = z.array(z.strictObject({ param_name: text(64), example: text(1_024) }));

const header = z.strictObject({
  type: z.literal('HEADER'),
  format: z.enum(['TEXT', 'IMAGE', 'VIDEO', 'DOCUMENT', 'LOCATION']),
  text: text(60).optional(),
  example: z
    .strictObject({
      header_text: z.array(text(60)).length(1).optional(),
      header_text_named_params: named.optional(),
      header_handle: z.array(text(2_000)).length(1).optional(),
    })
    .optional(),
});
const body = z.strictObject({
  type: z.literal('BODY'),
  text: text(1_024).optional(),
  add_security_recommendation: z.boolean().optional(),
  example: z
    .strictObject({
      body_text: z
        .array(z.array(text(1_024)))
        .length(1)
        .optional(),
      body_text_named_params: named.optional(),
    })
    .optional(),
});
const footer = z.strictObject({
  type: z.literal('FOOTER'),
  text: text(60).optional(),
  code_expiration_minutes: z.number().int().min(1).max(90).optional(),
});
const button = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('QUICK_REPLY'), text: text(25) }),
  z.strictObject({
    type: z.literal('URL'),
    text: text(25),
    url: text(2_000),
    example: z.array(text(2_000)).length(1).optional(),
  }),
  z.strictObject({
    type: z.literal('PHONE_NUMBER'),
    text: text(25),
    phone_number: z.string().regex(/^\+?\d{6,20}$/),
  }),
  z.strictObject({ type: z.literal('COPY_CODE'), example: text(15) }),
  z.strictObject({
    type: z.literal('OTP'),
    otp_type: z.enum(['COPY_CODE', 'ONE_TAP', 'ZERO_TAP']),
    text: text(25).optional(),
  }),
]);
const buttons = z.strictObject({
  type: z.literal('BUTTONS'),
  buttons: z.array(button).min(1).max(10),
});

export const components = z
  .array(z.discriminatedUnion('type', [header, body, footer, buttons]))
  .min(1);
export type Components = z.infer<typeof components>;

interface Kind {
  readonly category: string;
  readonly isNamed: boolean;
}

/** Returns the first mistake in the parts of a template; undefined when there is none. */
export function mistakeIn(parts: Components, { category, isNamed }: Kind): string | undefined {
  const types = parts.map(({ type }) => type);
  if (new Set(types).size < types.length) return 'a component is there twice';
  if (!types.includes('BODY')) return 'no BODY';
  const isCode = category === 'AUTHENTICATION';
  for (const part of parts) {
    if (part.type === 'BUTTONS') {
      const wrong = mistakeInButtons(part.buttons, isCode);
      if (wrong) return wrong;
      continue;
    }
    if (isCode ? part.text !== undefined : part.type !== 'HEADER' && part.text === undefined) {
      return `the text of ${part.type}`;
    }
    const names = placeholders(part.text);
    if (part.type === 'FOOTER') {
      if (names.length > 0) return 'a placeholder in the FOOTER';
      continue;
    }
    if (part.type === 'HEADER' && part.format !== 'TEXT') {
      if (part.format !== 'LOCATION' && !part.example?.header_handle) return 'no header_handle';
      continue;
    }
    const isRight = names.every((name, at) =>
      isNamed ? /^[a-z_]/.test(name) : name === `${at + 1}`,
    );
    if (!isRight) return `placeholders ${names.join(', ')}`;
    const examples = examplesOf(part, isNamed);
    if (examples.join() !== (isNamed ? names.join() : names.map(() => 'x').join())) {
      return `examples of ${part.type}`;
    }
  }
  return undefined;
}

function mistakeInButtons(list: z.infer<typeof button>[], isCode: boolean): string | undefined {
  const count = (type: string) => list.filter((one) => one.type === type).length;
  if (isCode !== (count('OTP') === 1 && list.length === 1)) return 'OTP button';
  if (count('URL') > 2 || count('PHONE_NUMBER') > 1 || count('COPY_CODE') > 1) {
    return 'too many buttons of a type';
  }
  const replies = list.map(({ type }) => (type === 'QUICK_REPLY' ? 'q' : 'c')).join('');
  if (/qc+q|cq+c/.test(replies)) return 'quick replies apart';
  const isBare = list.some(
    (one) => one.type === 'URL' && placeholders(one.url).length > 0 && !one.example,
  );
  return isBare ? 'no example of a URL' : undefined;
}

/** Returns the names of a part's examples; without names, an `x` for each example. */
function examplesOf(
  part: z.infer<typeof header> | z.infer<typeof body>,
  isNamed: boolean,
): string[] {
  const { example } = part;
  if (!example) return [];
  if (isNamed) {
    const given =
      'body_text_named_params' in example
        ? example.body_text_named_params
        : 'header_text_named_params' in example
          ? example.header_text_named_params
          : [];
    return (given ?? []).map(({ param_name }) => param_name);
  }
  const given =
    'body_text' in example
      ? example.body_text?.[0]
      : 'header_text' in example
        ? example.header_text
        : [];
  return (given ?? []).map(() => 'x');
}

function placeholders(value = ''): string[] {
  return [...new Set(Array.from(value.matchAll(/\{\{([^}]+)\}\}/g), ([, name]) => name ?? ''))];
}
