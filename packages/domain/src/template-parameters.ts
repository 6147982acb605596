import {
  isId,
  type Message,
  type PreviewTemplateBody,
  type ServiceError,
  type TemplateInput,
  type TemplatePreview,
  type TemplateRecord,
} from '@parley/contract/schemas';
import type { StoredMedia } from './media.ts';
import { isFileHeader } from './message-files.ts';
import { notFound, unfitValues, violation } from './refusals.ts';
import {
  ruleBrokenBy,
  structuredKeysOf,
  withDocumentName,
  withOwnNames,
} from './template-components.ts';
import { wrongTextsOf } from './template-texts.ts';
import { buttonKey, buttonsOf, filled, otpIndexes } from './template-variables.ts';

// The values of a template in a message. They are checked against the template if it is known, and converted to the
// components that the provider accepts.

type Template = NonNullable<Message['template']>;
type Components = Template['components'];
type Variables = Readonly<Record<string, string>>;
/** The template of a message; undefined if the server does not know it. */
type Known = TemplateRecord | undefined;

/**
 * Returns a template with its values as the provider accepts it: as components. `media` is the stored file that the
 * values name.
 */
export function describeTemplate(
  input: TemplateInput,
  known?: Known,
  media?: StoredMedia,
): Template {
  const { variables = {}, components } = input;
  const { name, language } = known ?? nameOf(input);
  const category = known?.category ?? null;
  const parts = components ? withOwnNames(components) : componentsOf(variables, known);
  return { name, language, category, components: withDocumentName(parts, media) };
}

/** Returns the name of a template that the server does not know. Throws SVC-NOT-FOUND if the message has only its ID. */
function nameOf(input: TemplateInput): Pick<TemplateRecord, 'name' | 'language'> {
  const { templateId, name, language } = input;
  if (templateId !== undefined) throw notFound('template', templateId);
  return { name, language };
}

/**
 * Returns the error for values of a message that have the wrong form, that are missing, that are blank, or that the
 * template does not have; undefined without an error.
 */
export function refuseParameters(input: TemplateInput, known?: Known): ServiceError | undefined {
  return refuseForm(input, known, 'template.') ?? refuseValues(input, known);
}

/** Returns the error for values of the wrong form. `place` is the path of the template in the body. */
function refuseForm(input: TemplateInput, known: Known, place: string): ServiceError | undefined {
  const rule = ruleBrokenBy(input, known);
  if (!rule) return undefined;
  return violation(rule, place + (rule === 'header_file' ? 'variables' : 'components'));
}

function refuseValues(input: TemplateInput, known: Known): ServiceError | undefined {
  const given = valuesOf(input);
  const expected = known ? requiredOf(known, input) : [];
  const { missing, unexpected } = known
    ? misfit(known, expected, given)
    : misnumbered(input.variables ?? {});
  const wrong = { missing, unexpected, ...wrongTextsOf(given, known) };
  if (Object.values(wrong).every((keys) => keys.length === 0)) return undefined;
  return unfitValues({ expected, received: [...given.keys()], ...wrong });
}

/**
 * Returns a template with its values as the customer sees it. Throws SVC-TEMPLATE-PARAMS for unfit values, and
 * SVC-RULE-VIOLATION for values of the wrong form.
 */
export function previewOf(record: TemplateRecord, values: PreviewTemplateBody): TemplatePreview {
  const input: TemplateInput = { name: record.name, language: record.language, ...values };
  const refused = refuseForm(input, record, '') ?? refuseValues(input, record);
  if (refused) throw refused;
  const given = valuesOf(input);
  const text = (part: string | undefined, keyOf: (name: string) => string) =>
    part === undefined ? null : filled(part, (name) => given.get(keyOf(name)) ?? undefined);
  const partOf = (type: string) => record.components.find((part) => part.type === type);
  const header = partOf('header');
  const media = header && given.get(`header.${header.format}`);
  return {
    header: media ?? text(header?.text, (name) => `header.${name}`),
    text: text(partOf('body')?.text, (name) => name),
    footer: partOf('footer')?.text ?? null,
    buttons: buttonsOf(record.components).map((button, index) => ({
      type: button.type,
      text: button.text ?? null,
      url: text(button.url, () => buttonKey(index)),
    })),
    template: describeTemplate(input, record),
  };
}

/** Returns the values by their keys; null for a value that is not text. */
function valuesOf({ variables = {}, components = [] }: TemplateInput): Map<string, string | null> {
  const given = new Map<string, string | null>(Object.entries(variables));
  for (const { type, index, parameters = [], cards = [] } of withOwnNames(components)) {
    // The provider checks the values of the cards.
    if (type === 'carousel' && cards.length > 0) given.set(type, null);
    for (const [place, parameter] of parameters.entries()) {
      const name = parameter.parameterName ?? String(place + 1);
      // The type of a parameter decides which of these fields has its value.
      const { text, payload, coupon_code: code } = parameter as Record<string, unknown>;
      const value = [text, payload, code].find((one) => typeof one === 'string') as
        | string
        | undefined;
      if (type === 'button') given.set(buttonKey(Number(index ?? 0)), value ?? null);
      else if (type === 'body') given.set(name, value ?? null);
      else if (type === 'header') {
        const isMedia = mediaTypes.has(parameter.type);
        const link = isMedia ? linkOf(parameter[parameter.type]) : value;
        given.set(isMedia ? `header.${parameter.type}` : `header.${name}`, link ?? null);
      }
    }
  }
  return given;
}

const mediaTypes: ReadonlySet<string> = new Set(['image', 'video', 'document', 'location']);

function linkOf(file: unknown): string | undefined {
  const { link, id = link } = Object(file) as { link?: unknown; id?: unknown };
  return typeof id === 'string' ? id : undefined;
}

function requiredOf(known: TemplateRecord, { components }: TemplateInput): string[] {
  const required = known.variables.filter((variable) => variable.required).map(({ key }) => key);
  // A caller that gives `components` gives all of them, including the one for the button that copies the code.
  return components ? [...new Set([...required, ...onlyInComponents(known)])] : required;
}

function onlyInComponents(known: TemplateRecord): string[] {
  return [...structuredKeysOf(known), ...otpIndexes(known.components).map(buttonKey)];
}

function misfit(
  known: TemplateRecord,
  required: readonly string[],
  given: ReadonlyMap<string, unknown>,
) {
  const keys = new Set([...known.variables.map(({ key }) => key), ...onlyInComponents(known)]);
  return {
    missing: required.filter((key) => !given.has(key)),
    unexpected: [...given.keys()].filter((key) => !keys.has(key)),
  };
}

interface Parameter {
  /** The key as the caller wrote it. */
  readonly key: string;
  readonly name: string;
  readonly text: string;
}

/**
 * Returns the variables that fill the header, the body and the buttons of a template, in the order of their
 * placeholders.
 */
function partsOf(variables: Variables) {
  const parts: Record<'header' | 'body' | 'button', Parameter[]> = {
    header: [],
    body: [],
    button: [],
  };
  for (const [key, text] of Object.entries(variables)) {
    const [, part, name = ''] = /^(header|button)\.(.+)$/s.exec(key) ?? [];
    if (part === 'header') parts.header.push({ key, name, text });
    else if (part === 'button' && isNumber(name)) parts.button.push({ key, name, text });
    else parts.body.push({ key, name: key, text });
  }
  for (const part of Object.values(parts)) {
    // Sorted by the numbers of the placeholders; named placeholders keep their order.
    part.sort((a, b) => (isNumber(a.name) && isNumber(b.name) ? +a.name - +b.name : 0));
  }
  return parts;
}

/**
 * Returns what is wrong with the numbers of the placeholders: the missing numbers, and the variables that cannot be
 * used together with numbers. The placeholders of a part must be numbered from 1 without a gap, or all be named.
 */
function misnumbered(variables: Variables): { missing: string[]; unexpected: string[] } {
  const missing: string[] = [];
  const unexpected: string[] = [];
  const { header, body } = partsOf(variables);
  for (const part of [header, body]) {
    const numbered = part.filter(({ name }) => isNumber(name));
    const expected = numbered.map((_, index) => String(index + 1));
    if (numbered.length === 0) continue;
    const prefix = part === header ? 'header.' : '';
    const names = new Set(part.map(({ name }) => name));
    for (const name of expected) if (!names.has(name)) missing.push(prefix + name);
    const known = new Set(expected);
    for (const { name, key } of part) if (!known.has(name)) unexpected.push(key);
  }
  return { missing, unexpected };
}

function componentsOf(variables: Variables, known: Known): Components {
  const { header, body, button } = partsOf(variables);
  const buttons = known ? buttonsOf(known.components) : [];
  const [code] = body;
  const otp = known && code ? otpIndexes(known.components) : [];
  return [
    ...(header.length > 0
      ? [{ type: 'header', parameters: header.map(headerParameterOf(known)) }]
      : []),
    ...(body.length > 0 ? [{ type: 'body', parameters: body.map(parameterOf) }] : []),
    ...button
      .filter(({ name: index }) => !otp.includes(+index))
      .map(({ name: index, text }) => buttonPart(buttons[+index]?.type, index, text)),
    // The provider refuses the message unless it names each button that opens a flow, even without a token.
    ...buttons.flatMap(({ type }, index) =>
      type === 'flow' && variables[buttonKey(index)] === undefined
        ? [{ type: 'button', index: String(index), subType: 'flow' }]
        : [],
    ),
    // The provider requires the code twice: in the text, and for the button that copies it.
    ...otp.map((index) => buttonPart('url', String(index), code?.text ?? '')),
  ];
}

function headerParameterOf(known: Known) {
  const header = known?.components.find(({ type }) => type === 'header');
  return (parameter: Parameter): object => {
    const { name, text } = parameter;
    const isFile = isId(text, 'med');
    // If the template is not known, the variable tells the type of the header.
    const format = header?.format ?? (isFile && isFileHeader(name) ? name : 'text');
    if (!isFileHeader(format)) return parameterOf(parameter);
    return { type: format, [format]: isFile ? { id: text } : { link: text } };
  };
}

function buttonPart(type: string | undefined, index: string, text: string) {
  const part = { type: 'button', index };
  if (type === 'quick_reply') {
    return { ...part, subType: 'quick_reply', parameters: [{ type: 'payload', payload: text }] };
  }
  if (type === 'copy_code') {
    const parameters = [{ type: 'coupon_code', coupon_code: text }];
    return { ...part, subType: 'copy_code', parameters };
  }
  if (type === 'flow') {
    const parameters = [{ type: 'action', action: { flow_token: text } }];
    return { ...part, subType: 'flow', parameters };
  }
  return { ...part, subType: 'url', parameters: [{ type: 'text', text }] };
}

/** Returns the parameter for a value. Numbered placeholders are matched by their order, named ones by their name. */
function parameterOf({ name, text }: Parameter): object {
  return isNumber(name) ? { type: 'text', text } : { type: 'text', parameterName: name, text };
}

function isNumber(name: string): boolean {
  return /^\d+$/.test(name);
}
