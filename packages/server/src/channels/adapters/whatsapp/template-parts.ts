import type { TemplateRecord } from '@parley/contract/schemas';
import {
  isTemplateStatus,
  type ProviderTemplate,
  type TemplateDraft,
  variablesOf,
} from '@parley/domain';
import * as z from 'zod';
import { withOtpButtons } from './one-time-passwords.ts';

// Templates as the Graph API spells them: capitals, snake case, and examples inside of the parts.

const texts = z.array(z.string());
const namedTexts = z.array(z.object({ param_name: z.string(), example: z.string() }));
const button = z.looseObject({
  type: z.string(),
  example: z.union([texts, z.string()]).optional(),
});
const part = z.looseObject({
  type: z.string(),
  format: z.string().optional(),
  buttons: z.array(button).optional(),
  example: z
    .looseObject({
      header_text: texts.optional(),
      header_handle: texts.optional(),
      header_text_named_params: namedTexts.optional(),
      body_text: z.array(texts).optional(),
      body_text_named_params: namedTexts.optional(),
    })
    .optional(),
});
type Part = z.infer<typeof part>;

export const graphNames = z.object({ name: z.string(), language: z.string() });

export const graphTemplate = graphNames.extend({
  id: z.string(),
  category: z.string(),
  status: z.string(),
  parameter_format: z.string().optional(),
  quality_score: z.looseObject({ score: z.string().optional() }).nullable().optional(),
  rejected_reason: z.string().nullable().optional(),
  components: z.array(part).default([]),
});

export function templateOf(given: z.infer<typeof graphTemplate>): ProviderTemplate {
  const { id, name, language, components, rejected_reason: reason } = given;
  const category = categoryOf(given.category);
  const asListed = components.map(shown);
  const parts = category === 'authentication' ? withOtpButtons(asListed) : asListed;
  const examples = new Map(components.flatMap(examplesOf));
  return {
    externalId: id,
    name,
    language,
    category,
    status: statusOf(given.status) ?? 'disabled',
    quality: qualityOf(given.quality_score?.score),
    rejectionReason: reasonOf(reason),
    parameterFormat: given.parameter_format?.toUpperCase() === 'NAMED' ? 'named' : 'positional',
    components: parts,
    variables: variablesOf(parts, examples),
  };
}

/** Returns our name of a template's status at Meta, from its list or a webhook; undefined for an unknown one. */
export function statusOf(status: unknown): TemplateRecord['status'] | undefined {
  const word = String(status).toLowerCase();
  // A flagged template can still be sent: WhatsApp only warns that it may disable it soon.
  if (['flagged', 'reinstated', 'unarchived'].includes(word)) return 'approved';
  if (word === 'locked') return 'disabled';
  return isTemplateStatus(word) ? word : undefined;
}

/**
 * Returns the category of a template. For an unknown one, returns the category with the strictest rules for consent.
 */
export function categoryOf(category: unknown): TemplateRecord['category'] {
  const word = String(category).toLowerCase();
  return word === 'utility' || word === 'authentication' ? word : 'marketing';
}

export function qualityOf(score: unknown): TemplateRecord['quality'] {
  const word = String(score).toLowerCase();
  if (word === 'green' || word === 'yellow' || word === 'red') return word;
  return score === undefined || score === null ? null : 'unknown';
}

/** Returns the reason of a rejection; null for the provider's `NONE`. */
export function reasonOf(reason: unknown): string | null {
  if (typeof reason !== 'string' || reason === '' || reason === 'NONE') return null;
  return reason.toLowerCase();
}

/** Returns a part of a template without its examples, with the names of Parley's API. */
function shown({
  example: _example,
  buttons,
  ...rest
}: Part): TemplateRecord['components'][number] {
  const fields = camel(rest);
  return {
    ...fields,
    type: rest.type.toLowerCase(),
    ...(rest.format !== undefined && { format: rest.format.toLowerCase() }),
    ...(buttons && {
      buttons: buttons.map(({ example: _shown, ...one }) => ({
        ...camel(one),
        type: one.type.toLowerCase(),
      })),
    }),
  };
}

const words = new Set(['otpType']);

function camel(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const own = name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
      return [own, words.has(own) && typeof value === 'string' ? value.toLowerCase() : value];
    }),
  );
}

function examplesOf({ type, format = 'TEXT', example, buttons = [] }: Part) {
  const found: [string, string][] = [];
  const note = (key: string, value: string | undefined) => {
    if (value !== undefined) found.push([key, value.slice(0, 1_024)]);
  };
  if (type === 'HEADER') {
    if (format === 'TEXT') note('header.1', example?.header_text?.[0]);
    else note(`header.${format.toLowerCase()}`, example?.header_handle?.[0]);
    for (const { param_name, example: text } of example?.header_text_named_params ?? [])
      note(`header.${param_name}`, text);
  }
  for (const [index, text] of (example?.body_text?.[0] ?? []).entries()) note(`${index + 1}`, text);
  for (const { param_name, example: text } of example?.body_text_named_params ?? [])
    note(param_name, text);
  for (const [index, { example: given }] of buttons.entries())
    note(`button.${index}`, typeof given === 'string' ? given : given?.[0]);
  return found;
}

/** Returns the parts of a template draft in the form of the Graph API, with the examples. */
export function graphParts(draft: TemplateDraft): object[] {
  return draft.components.map((component) => graphPart(component, draft));
}

function graphPart(component: TemplateDraft['components'][number], draft: TemplateDraft): object {
  const { examples } = draft;
  switch (component.type) {
    case 'header': {
      const { format, text } = component;
      const handle = examples[`header.${format}`];
      return {
        type: 'HEADER',
        format: format.toUpperCase(),
        ...(text !== undefined && { text, ...exampleOf(draft, 'header', text) }),
        ...(handle !== undefined && { example: { header_handle: [handle] } }),
      };
    }
    case 'body': {
      const { text, addSecurityRecommendation: recommends } = component;
      return {
        type: 'BODY',
        ...(text !== undefined && { text, ...exampleOf(draft, 'body', text) }),
        ...(recommends !== undefined && { add_security_recommendation: recommends }),
      };
    }
    case 'footer': {
      const { text, codeExpirationMinutes: minutes } = component;
      return {
        type: 'FOOTER',
        ...(text !== undefined && { text }),
        ...(minutes !== undefined && { code_expiration_minutes: minutes }),
      };
    }
    case 'buttons':
      return {
        type: 'BUTTONS',
        buttons: component.buttons.map((one, index) =>
          graphButton(one, examples[`button.${index}`]),
        ),
      };
  }
}

/** Returns the examples of a text: for a body a list of lists, for a header a list. */
function exampleOf(
  { examples, parameterFormat }: TemplateDraft,
  type: 'header' | 'body',
  text: string,
): object {
  const values = variablesOf([{ type, text }]).map(({ key }) => ({
    param_name: key.replace(/^header\./, ''),
    example: examples[key] ?? '',
  }));
  if (values.length === 0) return {};
  if (parameterFormat === 'named') return { example: { [`${type}_text_named_params`]: values } };
  const texts = values.map(({ example }) => example);
  return { example: { [`${type}_text`]: type === 'body' ? [texts] : texts } };
}

type Button = Extract<TemplateDraft['components'][number], { type: 'buttons' }>['buttons'][number];

function graphButton(given: Button, example: string | undefined): object {
  switch (given.type) {
    case 'quick_reply':
      return { type: 'QUICK_REPLY', text: given.text };
    case 'url': {
      const { text, url } = given;
      // WhatsApp wants the whole URL as the example.
      const whole = example === undefined ? undefined : url.replace('{{1}}', () => example);
      return { type: 'URL', text, url, ...(whole !== undefined && { example: [whole] }) };
    }
    case 'phone_number':
      return { type: 'PHONE_NUMBER', text: given.text, phone_number: given.phoneNumber };
    case 'copy_code':
      return { type: 'COPY_CODE', example: example ?? '' };
    case 'otp': {
      const { text } = given;
      return { type: 'OTP', otp_type: 'COPY_CODE', ...(text !== undefined && { text }) };
    }
  }
}
