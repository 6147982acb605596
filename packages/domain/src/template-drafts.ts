import type {
  ServiceError,
  TemplateCategory,
  TemplateComponent,
  TemplateRecord,
} from '@parley/contract/schemas';
import { conflict, unfitValues, violation } from './refusals.ts';
import { placeholdersIn, variablesOf } from './template-variables.ts';

// The rules for a template that is submitted to WhatsApp. The schema checks the limits of each part; these rules check
// several parts together.

export interface TemplateDraft {
  readonly name: string;
  readonly language: string;
  readonly category: TemplateCategory;
  readonly parameterFormat: TemplateRecord['parameterFormat'];
  readonly components: readonly TemplateComponent[];
  /** The example values, by the keys of the variables. */
  readonly examples: Readonly<Record<string, string>>;
}

type Part<Type> = Extract<TemplateComponent, { type: Type }>;
type Button = Part<'buttons'>['buttons'][number];

/**
 * Returns the draft. Throws SVC-RULE-VIOLATION when it breaks a rule for templates, and SVC-TEMPLATE-PARAMS when an
 * example is missing, blank, or of no variable.
 */
export function checkDraft(draft: TemplateDraft): TemplateDraft {
  const types = draft.components.map(({ type }) => type);
  if (new Set(types).size < types.length) throw violation('unique_components', 'components');
  const body = partOf(draft, 'body');
  if (!body) throw violation('body_required', 'components');
  const buttons = partOf(draft, 'buttons')?.buttons ?? [];
  if (draft.category === 'authentication') checkAuthentication(draft, body, buttons);
  else checkOrdinary(draft, body, buttons);
  checkPlaceholders(draft, buttons);
  checkExamples(draft);
  return draft;
}

function checkAuthentication(
  draft: TemplateDraft,
  body: Part<'body'>,
  buttons: readonly Button[],
): void {
  const footer = partOf(draft, 'footer');
  const written = body.text !== undefined || footer?.text !== undefined;
  if (written || partOf(draft, 'header')) throw violation('provider_writes_text', 'components');
  const [otp, ...others] = buttons;
  if (otp?.type !== 'otp' || others.length > 0) throw violation('one_otp_button', 'components');
}

function checkOrdinary(draft: TemplateDraft, body: Part<'body'>, buttons: readonly Button[]): void {
  if (body.text === undefined) throw violation('text_required', 'components');
  const footer = partOf(draft, 'footer');
  if (footer && footer.text === undefined) throw violation('text_required', 'components');
  const isForCodes =
    body.addSecurityRecommendation !== undefined || footer?.codeExpirationMinutes !== undefined;
  if (isForCodes || buttons.some(({ type }) => type === 'otp')) {
    throw violation('authentication_only', 'components');
  }
  const header = partOf(draft, 'header');
  if (header && (header.format === 'text') !== (header.text !== undefined)) {
    throw violation('header_text', 'components');
  }
  for (const [type, max] of [['url', 2] as const, ['phone_number', 1], ['copy_code', 1]] as const) {
    if (buttons.filter((button) => button.type === type).length > max) {
      throw violation(`max_${type}_buttons`, 'components');
    }
  }
  // All quick replies must be next to each other: before or after the other buttons.
  const turns = buttons.filter(({ type }, index) => {
    const before = buttons[index - 1];
    return before && (before.type === 'quick_reply') !== (type === 'quick_reply');
  });
  if (turns.length > 1) throw violation('quick_replies_together', 'components');
}

function checkPlaceholders(draft: TemplateDraft, buttons: readonly Button[]): void {
  const header = placeholdersIn(partOf(draft, 'header')?.text);
  const body = placeholdersIn(partOf(draft, 'body')?.text);
  if (header.length > 1) throw violation('one_header_placeholder', 'components');
  if (placeholdersIn(partOf(draft, 'footer')?.text).length > 0) {
    throw violation('no_footer_placeholder', 'components');
  }
  for (const names of [header, body]) {
    const isRight = draft.parameterFormat === 'named' ? areNamed(names) : areNumbered(names);
    if (!isRight) throw violation('placeholders_of_parameter_format', 'components');
  }
  for (const button of buttons) {
    if (button.type !== 'url' || !button.url.includes('{{')) continue;
    // The placeholder must be at the end of the URL, so that its value cannot change the host.
    if (!/^https?:\/\/[^{}]*\/[^{}]*\{\{1\}\}$/.test(button.url)) {
      throw violation('url_ends_with_placeholder', 'components');
    }
  }
}

function areNamed(names: readonly string[]): boolean {
  return names.every((name) => /^[a-z_][a-z0-9_]*$/.test(name));
}

function areNumbered(names: readonly string[]): boolean {
  const numbers = names.map(Number).sort((a, b) => a - b);
  return names.every((name) => /^[1-9]\d*$/.test(name)) && numbers.every((n, i) => n === i + 1);
}

/**
 * Throws SVC-TEMPLATE-PARAMS when an example is missing, blank, or of no variable. The provider reviews a template with
 * the examples.
 */
function checkExamples({ components, category, examples }: TemplateDraft): void {
  const variables = variablesOf(components as TemplateRecord['components']);
  const expected = variables
    // No example is needed for texts that the provider writes itself.
    .filter(({ required }) => required && category !== 'authentication')
    .map(({ key }) => key);
  const received = Object.keys(examples);
  const missing = expected.filter((key) => !received.includes(key));
  const unexpected = received.filter((key) => !variables.some((one) => one.key === key));
  const empty = received.filter((key) => examples[key]?.trim() === '');
  if (missing.length + unexpected.length + empty.length === 0) return;
  throw unfitValues({ expected, received, missing, unexpected, empty, tooLong: [], spacing: [] });
}

function partOf<Type extends TemplateComponent['type']>(
  { components }: TemplateDraft,
  type: Type,
): Part<Type> | undefined {
  return components.find((part): part is Part<Type> => part.type === type);
}

/**
 * Returns the error for a new template whose name and language another one has. `existingId` is null when only the
 * provider has it.
 */
export function templateTaken(existingId: string | null): ServiceError {
  return conflict('template', { field: 'name', existingId }, 'Use another name or language.');
}
