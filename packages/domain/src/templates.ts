import { type Message, ServiceError, type TemplateInput } from '@parley/contract/schemas';

type Template = NonNullable<Message['template']>;

/** A template as sent to the provider: variables become components. */
export function describeTemplate(input: TemplateInput): Template {
  const { name, language, variables = {}, components } = input;
  return { name, language, category: null, components: components ?? componentsOf(variables) };
}

/** The error for variables that no template has, and for values that are blank. */
export function refuseTemplate({
  variables = {},
  components = [],
}: TemplateInput): ServiceError | undefined {
  const given = new Map(Object.entries(variables));
  for (const component of components) {
    for (const [index, parameter] of (component.parameters ?? []).entries()) {
      // Parameters are loose objects: a text is one that says so and is a string.
      const text = parameter.type === 'text' ? parameter['text'] : undefined;
      const name = parameter.parameterName ?? String(index + 1);
      if (typeof text === 'string') given.set(`${component.type}.${name}`, text);
    }
  }
  const empty = [...given].filter(([, text]) => text.trim() === '').map(([name]) => name);
  const { missing, unexpected } = misnumbered(variables);
  if (empty.length + missing.length + unexpected.length === 0) return undefined;
  const received = [...given.keys()];
  const details = { expected: [], received, missing, unexpected, empty };
  return new ServiceError('SVC-TEMPLATE-PARAMS', details);
}

type Variables = Readonly<Record<string, string>>;

interface Parameter {
  /** The original text of the caller. */
  readonly key: string;
  readonly name: string;
  readonly text: string;
}

/** Which part of a template each variable fills. */
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
    // In the order of their placeholders; those with names keep theirs.
    part.sort((a, b) => (isNumber(a.name) && isNumber(b.name) ? +a.name - +b.name : 0));
  }
  return parts;
}

/**
 * The placeholders of a part are either numbered from 1 without a gap or all named. Returns the missing numbers, and
 * the variables that cannot be used together with numbers.
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

function componentsOf(variables: Variables): Template['components'] {
  const { header, body, button } = partsOf(variables);
  return [
    ...(header.length > 0 ? [{ type: 'header', parameters: header.map(parameterOf) }] : []),
    ...(body.length > 0 ? [{ type: 'body', parameters: body.map(parameterOf) }] : []),
    ...button.map(({ name: index, text }) => ({
      type: 'button',
      subType: 'url',
      index,
      parameters: [{ type: 'text', text }],
    })),
  ];
}

/** Numbered placeholders go by their order, named ones by their name. */
function parameterOf({ name, text }: Parameter): object {
  return isNumber(name) ? { type: 'text', text } : { type: 'text', parameterName: name, text };
}

function isNumber(name: string): boolean {
  return /^\d+$/.test(name);
}
