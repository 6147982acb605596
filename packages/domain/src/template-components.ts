import {
  type ErrorRule,
  isId,
  type Message,
  mediaLimits,
  parseUrl,
  type TemplateInput,
  type TemplateRecord,
} from '@parley/contract/schemas';
import type { StoredMedia } from './media.ts';
import { fileNameIn, isFileHeader } from './message-files.ts';

// The values of a template that a caller gives as `components`: parts in the structure of the provider.

type Components = NonNullable<TemplateInput['components']>;
type Card = NonNullable<Components[number]['cards']>[number];
type CardPart = Card['components'][number];
type Parameter = NonNullable<CardPart['parameters']>[number];

/** Returns the parts with the field names of Parley's API, also in the cards of a carousel. */
export function withOwnNames(components: Components): Components {
  return components.map(({ cards, ...part }) => ({
    ...ownPart(part),
    ...(cards && { cards: cards.map(ownCard) }),
  }));
}

function ownCard({ card_index: cardIndex, components, ...card }: Card): Card {
  return {
    ...(cardIndex !== undefined && { cardIndex }),
    ...card,
    components: components.map(ownPart),
  };
}

function ownPart({ sub_type: subType, parameters, ...part }: CardPart): CardPart {
  return {
    ...(subType !== undefined && { subType }),
    ...part,
    ...(parameters && { parameters: parameters.map(ownParameter) }),
  };
}

function ownParameter({ parameter_name: parameterName, ...parameter }: Parameter): Parameter {
  return { ...(parameterName !== undefined && { parameterName }), ...parameter };
}

/** Returns the keys of the parts that a message can only fill with `components`: a location, or the cards of a carousel. */
export function structuredKeysOf({ components }: Pick<TemplateRecord, 'components'>): string[] {
  return components.flatMap(({ type, format }) => {
    if (type === 'header' && format === 'location') return ['header.location'];
    return type === 'carousel' ? ['carousel'] : [];
  });
}

/** Returns the rule that the form of a template's values breaks; undefined when it breaks none. */
export function ruleBrokenBy(
  { components, variables = {} }: Pick<TemplateInput, 'components' | 'variables'>,
  known: TemplateRecord | undefined,
): ErrorRule | undefined {
  if (components) return components.some(hasStrayFile) ? 'stored_file_outside_header' : undefined;
  if (!known) return undefined;
  if (structuredKeysOf(known).length > 0) return 'components_required';
  return hasUnreachableFile(variables, known) ? 'header_file' : undefined;
}

/** Returns whether the value for the file of the header is neither the ID of a stored file nor a URL. */
function hasUnreachableFile(
  variables: Readonly<Record<string, string>>,
  { components }: Pick<TemplateRecord, 'components'>,
): boolean {
  const { format = 'text' } = components.find(({ type }) => type === 'header') ?? {};
  const file = variables[`header.${format}`];
  // A blank value has an error of its own.
  if (!isFileHeader(format) || file === undefined || file.trim() === '') return false;
  return !isId(file, 'med') && !(/^https?:/i.test(file) && parseUrl(file) !== undefined);
}

type Parts = NonNullable<Message['template']>['components'];

/**
 * Returns the parts with a name for the document in the header, unless it has one. Customers see a document without a
 * name as `Untitled`. `media` is the stored file that the header names.
 */
export function withDocumentName(components: Parts, media: StoredMedia | undefined): Parts {
  return components.map((part) => {
    const { type, parameters } = part;
    if (type !== 'header' || !Array.isArray(parameters)) return part;
    return { ...part, parameters: parameters.map((given) => namedDocument(given, media)) };
  });
}

function namedDocument(parameter: Parameter, media: StoredMedia | undefined): object {
  const { type, document } = parameter;
  const { id, link, filename } = Object(document) as Partial<Record<string, unknown>>;
  if (type !== 'document' || filename !== undefined) return parameter;
  const name = media && id === media.id ? media.filename : nameOfLink(link);
  return name ? { ...parameter, document: { ...Object(document), filename: name } } : parameter;
}

const documentName = /^[^/\\\p{C}]+\.(?:pdf|docx?|xlsx?|pptx?|csv|txt|rtf|od[ts])$/iu;

/** Returns the name of the document in a link; undefined without the extension of a document, or if it is not clean. */
function nameOfLink(link: unknown): string | undefined {
  const url = typeof link === 'string' ? parseUrl(link) : undefined;
  const name = url ? fileNameIn(url) : '';
  return name.length <= mediaLimits.filename && documentName.test(name) ? name : undefined;
}

/** Returns whether a part other than the header has a stored file. The server uploads one file for each message. */
function hasStrayFile({ type, parameters, cards = [] }: Components[number]): boolean {
  const inCards = cards.flatMap(({ components }) => components);
  return (
    (type !== 'header' && hasStoredFile(parameters)) ||
    inCards.some((part) => hasStoredFile(part.parameters))
  );
}

function hasStoredFile(parameters: readonly Parameter[] = []): boolean {
  return parameters.some((parameter) => {
    const { id } = Object(parameter[parameter.type]) as { id?: unknown };
    return typeof id === 'string' && isId(id, 'med');
  });
}
