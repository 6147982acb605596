import type { TemplateRecord, TemplateVariable } from '@parley/contract/schemas';

// Finds the placeholders of a template, and fills them with values.

export type TemplateParts = TemplateRecord['components'];
export type TemplatePart = TemplateParts[number];
type Button = NonNullable<TemplatePart['buttons']>[number];

const placeholder = /\{\{([^{}]{1,64})\}\}/g;

/** Returns the names of the placeholders in a text, each once. */
export function placeholdersIn(text: string | undefined): string[] {
  return [...new Set(placesIn(text))];
}

/** Returns the names of the placeholders in a text, each as often as it occurs. */
export function placesIn(text: string | undefined): string[] {
  return [...(text ?? '').matchAll(placeholder)].map(([, name = '']) => name.trim());
}

/** Returns the text with its placeholders replaced by values. A placeholder without a value stays. */
export function filled(text: string, valueNamed: (name: string) => string | undefined): string {
  return text.replaceAll(placeholder, (whole, name: string) => valueNamed(name.trim()) ?? whole);
}

/** Returns the buttons of a template, in order. */
export function buttonsOf(parts: TemplateParts): readonly Button[] {
  return parts.find(({ type }) => type === 'buttons')?.buttons ?? [];
}

/** Returns the key of the variable of a button. */
export function buttonKey(index: number): string {
  return `button.${index}`;
}

/** Returns the variables of a template, in the order of its parts: the values that a message can give. */
export function variablesOf(
  parts: TemplateParts,
  examples: ReadonlyMap<string, string> = new Map(),
): TemplateVariable[] {
  const variable = (
    component: TemplateVariable['component'],
    key: string,
    { index = null, required = true }: { index?: number | null; required?: boolean } = {},
  ): TemplateVariable => ({ component, index, key, required, example: examples.get(key) ?? null });

  return parts.flatMap((part) => {
    const { type, format = 'text', text } = part;
    // A location has several values. A message gives them in `components`.
    if (type === 'header' && format === 'location') return [];
    if (type === 'header' && format !== 'text') return [variable('header', `header.${format}`)];
    if (type === 'header') {
      return placeholdersIn(text).map((name) => variable('header', `header.${name}`));
    }
    if (type === 'body') {
      // WhatsApp writes the text of one-time password templates itself. Its only variable is the code.
      const hasOwnText = text !== undefined || otpIndexes(parts).length === 0;
      const names = hasOwnText ? placeholdersIn(text) : ['1'];
      return names.map((name) => variable('body', name));
    }
    if (type !== 'buttons') return [];
    return buttonsOf([part]).flatMap((button, index) => {
      const use = useOf(button);
      if (use === 'none') return [];
      return [variable('button', buttonKey(index), { index, required: use === 'required' })];
    });
  });
}

/** Returns the indexes of the buttons that copy a one-time password. They get the same value as the body. */
export function otpIndexes(parts: TemplateParts): number[] {
  return buttonsOf(parts).flatMap(({ type }, index) => (type === 'otp' ? [index] : []));
}

function useOf({ type, url }: Button): 'required' | 'optional' | 'none' {
  if (type === 'url') return placeholdersIn(url).length > 0 ? 'required' : 'none';
  if (type === 'copy_code') return 'required';
  return type === 'phone_number' || type === 'otp' ? 'none' : 'optional';
}
