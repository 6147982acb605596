import { graphError } from '../graph.ts';
import type { SimulatedAnswer } from '../http.ts';
import type { SimulatedTemplate } from '../world.ts';
import type { SentTemplate } from './message-shape.ts';

type SentPart = NonNullable<SentTemplate['components']>[number];
type Part = SimulatedTemplate['components'][number];
type Button = Readonly<Record<string, unknown>>;

const codeLength = 15;

type Expected = Pick<SimulatedTemplate, 'category' | 'parameter_format' | 'components'>;

/** Returns the error for parameters that do not fit a template; undefined when all of them fit. */
export function refuseParameters(
  template: Expected,
  { components = [] }: Pick<SentTemplate, 'components'>,
): SimulatedAnswer | undefined {
  const isNamed = template.parameter_format === 'NAMED';
  const partOf = (type: string) => template.components.find((one) => one['type'] === type);
  const given = (type: string) => components.filter((one) => one.type === type);
  const isCode = template.category === 'AUTHENTICATION';
  const body = isCode ? '{{1}}' : partOf('BODY')?.['text'];
  return (
    refuseHeader(partOf('HEADER'), given('header'), isNamed) ??
    refuseTexts('body', { text: body, given: given('body'), isNamed }) ??
    refuseButtons(partOf('BUTTONS'), given('button')) ??
    (isCode ? refuseCode([...given('body'), ...given('button')]) : undefined) ??
    refuseCards(template, given('carousel'))
  );
}

/** Returns the error unless a message gives each card of a carousel the parameters that it has. */
function refuseCards(template: Expected, given: readonly SentPart[]): SimulatedAnswer | undefined {
  const carousel = template.components.find(({ type }) => type === 'CAROUSEL');
  const expected = (carousel?.['cards'] ?? []) as readonly Pick<Expected, 'components'>[];
  const cards = given.flatMap((part) => part.cards ?? []);
  if (cards.length !== expected.length) return graphError(132012, 'the number of cards');
  for (const [at, { components }] of expected.entries()) {
    const card = cards.find(({ card_index: index }) => index === at);
    const refused = card
      ? refuseParameters({ ...template, components }, card)
      : graphError(132012, `no card ${at}`);
    if (refused) return refused;
  }
  return undefined;
}

function refuseHeader(
  header: Part | undefined,
  given: readonly SentPart[],
  isNamed: boolean,
): SimulatedAnswer | undefined {
  const format = String(header?.['format'] ?? 'TEXT');
  if (format === 'TEXT') return refuseTexts('header', { text: header?.['text'], given, isNamed });
  const [first, ...others] = given.flatMap(({ parameters = [] }) => parameters);
  if (!first) return graphError(132012, `header: expected ${format}, received nothing`);
  const type = first.type.toUpperCase();
  if (type !== format || others.length > 0)
    return graphError(132012, `header: expected ${format}, received ${type}`);
  return undefined;
}

interface Texts {
  /** The text of the template's part. */
  readonly text: unknown;
  readonly given: readonly SentPart[];
  readonly isNamed: boolean;
}

function refuseTexts(part: string, { text, given, isNamed }: Texts): SimulatedAnswer | undefined {
  const expected = placeholdersIn(text);
  const parameters = given.flatMap(({ parameters = [] }) => parameters);
  if (given.length > 1 || parameters.length !== expected.size) {
    const counts = `${part}: number of localizable_params (${parameters.length}) does not match the expected number of params (${expected.size})`;
    return graphError(132000, counts);
  }
  const isWrong = parameters.some(
    ({ type, text, parameter_name: name }) =>
      type !== 'text' ||
      text === undefined ||
      isNamed !== (name !== undefined && expected.has(`{{${name}}}`)),
  );
  return isWrong ? graphError(100, `${part}: a parameter does not fit the template`) : undefined;
}

/** The parameter that each kind of button takes, and whether a message must give it. */
const buttonParameters = new Map([
  ['URL', { subType: 'url', type: 'text', isRequired: true }],
  ['OTP', { subType: 'url', type: 'text', isRequired: true }],
  ['COPY_CODE', { subType: 'copy_code', type: 'coupon_code', isRequired: true }],
  ['QUICK_REPLY', { subType: 'quick_reply', type: 'payload', isRequired: false }],
]);

function refuseButtons(
  part: Part | undefined,
  given: readonly SentPart[],
): SimulatedAnswer | undefined {
  const buttons = (part?.['buttons'] ?? []) as readonly Button[];
  const unfit = (index: number) => graphError(132018, `button at index ${index}`);
  for (const [index, button] of buttons.entries()) {
    const takes = takenBy(button);
    const [sent, ...others] = given.filter((one) => Number(one.index) === index);
    if (button['type'] === 'FLOW') {
      const [action] = sent?.parameters ?? [];
      // The token of a flow is optional, but the message must name the button.
      if (sent?.sub_type === 'flow' && (action?.type ?? 'action') === 'action') continue;
      return graphError(131009, `button at index ${index}`);
    }
    if (!sent && !takes?.isRequired) continue;
    const [parameter, ...more] = sent?.parameters ?? [];
    const isRight =
      sent?.sub_type === takes?.subType && parameter?.type === takes?.type && takes !== undefined;
    if (!isRight || others.length + more.length > 0) return unfit(index);
    if (typeof parameter?.[parameter.type] !== 'string') return unfit(index);
  }
  const unknown = given.find((one) => !(Number(one.index) < buttons.length));
  return unknown && unfit(Number(unknown.index));
}

function takenBy(button: Button) {
  const isFixed = button['type'] === 'URL' && placeholdersIn(button['url']).size === 0;
  return isFixed ? undefined : buttonParameters.get(String(button['type']));
}

/** Returns the error unless the text and the button have the same code, which is short. */
function refuseCode(given: readonly SentPart[]): SimulatedAnswer | undefined {
  const codes = given.flatMap(({ parameters = [] }) => parameters.map(({ text }) => text ?? ''));
  if (codes.some((code) => code.length > codeLength)) return graphError(132005, 'the code');
  return new Set(codes).size > 1 ? graphError(132018, 'the codes differ') : undefined;
}

function placeholdersIn(text: unknown): ReadonlySet<string> {
  return new Set(String(text ?? '').match(/\{\{[^}]+\}\}/g) ?? []);
}
