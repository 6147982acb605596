import {
  type ErrorRule,
  isId,
  type TemplateInput,
  type TemplateRecord,
} from '@parley/contract/schemas';

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
  { components }: Pick<TemplateInput, 'components'>,
  known: TemplateRecord | undefined,
): ErrorRule | undefined {
  if (components) return components.some(hasStrayFile) ? 'stored_file_outside_header' : undefined;
  return known && structuredKeysOf(known).length > 0 ? 'components_required' : undefined;
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
