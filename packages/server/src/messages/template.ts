import type { Message, TemplateInput } from '@parley/contract/schemas';

type Components = NonNullable<Message['template']>['components'];

/** A template as it is handed to the provider: variables become its components. */
export function describeTemplate(input: TemplateInput): NonNullable<Message['template']> {
  const { name, language, variables = {}, components } = input;
  return { name, language, category: null, components: components ?? componentsOf(variables) };
}

function componentsOf(variables: Readonly<Record<string, string>>): Components {
  const body: object[] = [];
  const header: object[] = [];
  const buttons: Components = [];
  for (const [key, text] of Object.entries(variables)) {
    const [part, ...rest] = key.split('.');
    const name = rest.join('.');
    if (part === 'header' && name !== '') header.push(parameterOf(name, text));
    else if (part === 'button' && /^\d+$/.test(name)) {
      const parameters = [{ type: 'text', text }];
      buttons.push({ type: 'button', subType: 'url', index: name, parameters });
    } else body.push(parameterOf(key, text));
  }
  return [
    ...(header.length > 0 ? [{ type: 'header', parameters: header }] : []),
    ...(body.length > 0 ? [{ type: 'body', parameters: body }] : []),
    ...buttons,
  ];
}

/** Numbered placeholders go by their order, named ones by their name. */
function parameterOf(name: string, text: string): object {
  return /^\d+$/.test(name) ? { type: 'text', text } : { type: 'text', parameterName: name, text };
}
