import { type Message, ServiceError, type TemplateInput } from '@parley/contract';

type Components = NonNullable<Message['template']>['components'];

/** Throws SVC-TEMPLATE-PARAMS for values that are blank. */
export function checkTemplate({ variables = {}, components = [] }: TemplateInput): void {
  const values = new Map<string, string>(Object.entries(variables));
  for (const component of components) {
    component.parameters?.forEach((parameter, index) => {
      const { text } = parameter as { text?: unknown };
      const name = parameter.parameterName ?? String(index + 1);
      if (parameter.type === 'text' && typeof text === 'string') {
        values.set(`${component.type}.${name}`, text);
      }
    });
  }
  const received = [...values.keys()];
  const empty = received.filter((name) => values.get(name)?.trim() === '');
  if (empty.length === 0) return;
  const nothing = { expected: [], missing: [], unexpected: [] };
  throw new ServiceError('SVC-TEMPLATE-PARAMS', { ...nothing, received, empty });
}

/** A template as it is kept: variables become components. */
export function describeTemplate(input: TemplateInput): NonNullable<Message['template']> {
  const { name, language, variables = {}, components } = input;
  return { name, language, category: null, components: components ?? componentsOf(variables) };
}

function componentsOf(variables: Readonly<Record<string, string>>): Components {
  const header: object[] = [];
  const body: object[] = [];
  const buttons: Components = [];
  for (const [key, text] of Object.entries(variables)) {
    const [, part, name] = /^(header|button)\.(.+)$/.exec(key) ?? [];
    if (part === 'header' && name !== undefined) {
      header.push(parameterOf(name, text));
    } else if (part === 'button' && name !== undefined && /^\d+$/.test(name)) {
      buttons.push({
        type: 'button',
        subType: 'url',
        index: name,
        parameters: [{ type: 'text', text }],
      });
    } else {
      body.push(parameterOf(key, text));
    }
  }
  const parts: Components = [];
  if (header.length > 0) parts.push({ type: 'header', parameters: header });
  if (body.length > 0) parts.push({ type: 'body', parameters: body });
  return [...parts, ...buttons];
}

function parameterOf(name: string, text: string): object {
  return /^\d+$/.test(name) ? { type: 'text', text } : { type: 'text', parameterName: name, text };
}
