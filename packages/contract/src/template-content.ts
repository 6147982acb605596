import * as z from 'zod';
import { idInput } from './ids.ts';
import { textOrNull } from './nullable.ts';
import { type OneOfTwo, oneOfTwo } from './one-of-two.ts';
import { shortJson } from './text-inputs.ts';

const parameter = z
  .looseObject({
    type: z
      .string()
      .min(1)
      .max(64)
      .describe('Type of the parameter: `text`, `image`, `payload` and others.'),
    parameterName: z
      .string()
      .min(1)
      .max(64)
      .optional()
      .describe('Name of the parameter, for templates with named parameters.'),
    parameter_name: z
      .string()
      .min(1)
      .max(64)
      .optional()
      .describe('The same as `parameterName`, as Meta spells it.'),
  })
  .describe("One parameter, in the provider's structure.");

const cardPart = z
  .looseObject({
    type: z.string().min(1).max(64).describe('Type, such as `header`, `body` or `button`.'),
    subType: z.string().min(1).max(64).optional().describe('Kind of button.'),
    sub_type: z
      .string()
      .min(1)
      .max(64)
      .optional()
      .describe('The same as `subType`, as Meta spells it.'),
    index: z
      .union([z.string().max(4), z.int().min(0).max(9_999)])
      .optional()
      .describe('Position of the button, from 0.'),
    parameters: z.array(parameter).max(50).optional().describe('Values of the placeholders.'),
  })
  .describe("One part of a card, in the provider's structure with camelCase names.");

const cardIndex = z.int().min(0).max(9_999).optional();
const card = z
  .looseObject({
    cardIndex: cardIndex.describe('Position of the card, from 0.'),
    card_index: cardIndex.describe('The same as `cardIndex`, as Meta spells it.'),
    components: z.array(cardPart).max(20).describe('Parts of the card.'),
  })
  .describe('Values of one card of a carousel.');

const component = cardPart
  .extend({
    cards: z.array(card).max(20).optional().describe('Cards, for the type `carousel`.'),
  })
  .describe("One part of a template, in the provider's structure with camelCase names.");

const templateName = z
  .string()
  .regex(/^[a-z0-9_]{1,512}$/, 'must have 1 to 512 lower-case letters, digits and underscores')
  .describe('Name of the template: lower-case letters, digits and underscores.');
const language = z
  .string()
  .regex(/^[a-z]{2,3}([_-][A-Za-z0-9]{2,8})*$/, 'must be a language code, such as en_US')
  .max(24)
  .describe('Language of the template, such as `en_US`.');

/** Refuses `variables` and `components` in one object. */
export function eitherForm<Values extends z.ZodType<{ variables?: unknown; components?: unknown }>>(
  values: Values,
): Values {
  return values
    .refine(({ variables, components }) => variables === undefined || components === undefined, {
      message: 'must be omitted when variables are given: send one of the two',
      path: ['components'],
      params: { code: 'invalid_format' },
    })
    .meta({
      not: { required: ['variables', 'components'], properties: { variables: {}, components: {} } },
    });
}

export const templateFields = {
  name: templateName,
  language,
  variables: z
    .record(z.string().min(1).max(64), z.string().max(1_024))
    .optional()
    .describe(
      'Placeholders of the body by number or name, e.g. `{"1": "Alex"}`; `header.…` and `button.<index>` for the other parts. `header.image`, `header.video` and `header.document` take the ID of a stored file, or a URL.',
    ),
  components: shortJson(z.array(component).max(20))
    .optional()
    .describe(
      'Parts of the template as the provider takes them. The names of fields can be in camelCase or as Meta spells them. The server replaces the ID of a stored file in the header, such as `{"image": {"id": "med_…"}}`, and names a document without `filename` after its file. It passes on the other values unchanged.',
    ),
};

const looseTemplate = eitherForm(
  z.object({
    ...templateFields,
    name: templateName.optional(),
    language: language.optional(),
    templateId: idInput('template')
      .optional()
      .describe('ID of the template, instead of `name` and `language`.'),
  }),
);
export type TemplateInput = OneOfTwo<
  z.infer<typeof looseTemplate>,
  'name' | 'language',
  'templateId'
>;
/** Declared by name, so that the declarations of messages do not repeat it. */
export interface TemplateInputSchema extends z.ZodType<TemplateInput, TemplateInput> {}

/**
 * The schema of a template in a request: with `variables` in the usual case, or with `components` in the format of
 * WhatsApp.
 */
export const templateInput: TemplateInputSchema = oneOfTwo(
  looseTemplate,
  ['name', 'language'],
  'templateId',
).describe('The template to send. Give `variables` or `components`, not both.');

/** The schema of a template as it was sent. */
export const template = z
  .object({
    name: z.string().describe('Name of the template.'),
    language: z.string().describe('Language of the template.'),
    category: textOrNull(
      'Category when the message was accepted: `marketing`, `utility` or `authentication`; null when not known.',
    ),
    components: z
      .array(
        z.looseObject({
          type: z.string().describe('Type of the part: `header`, `body` or `button`.'),
        }),
      )
      .describe('Parts as sent to the provider.'),
  })
  .describe('A template as it was sent.');
