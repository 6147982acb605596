import { isId, type Message } from '@parley/contract/schemas';
import type { Outgoing } from '../connections.ts';

// `POST /{phoneNumberId}/messages` of the Cloud API.

type Template = NonNullable<Message['template']>;
type Prompt = NonNullable<Message['prompt']>;
type Fields = Readonly<Record<string, unknown>>;

export function whatsappBody(outgoing: Outgoing): object {
  const { message, attempt, targetId } = outgoing;
  const { type, to } = message;
  const isQuote = targetId !== undefined && type !== 'reaction';
  return {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    // A business-scoped user ID contains a dot; a phone number has only digits.
    ...(to.includes('.') ? { recipient: to } : { to }),
    type,
    [type]: contentOf(outgoing),
    ...(isQuote && { context: { message_id: targetId } }),
    // Status reports return this value, even when the response to this request was lost.
    biz_opaque_callback_data: `${message.id}:${attempt}`,
  };
}

function contentOf({ message, targetId, fileReference }: Outgoing): object {
  const { type, text, template, location, reaction, prompt } = message;
  if (type === 'text') return { body: text ?? '', preview_url: false };
  if (template) return templateOf(template, fileReference);
  if (reaction) return { message_id: targetId ?? '', emoji: reaction.emoji ?? '' };
  if (location) return locationOf(location);
  if (prompt) return promptOf(prompt, text ?? '');
  return mediaOf(message, fileReference);
}

function mediaOf(
  { type, text, attachments: [file] }: Message,
  fileReference: string | undefined,
): object {
  const takesCaption = type === 'image' || type === 'video' || type === 'document';
  return {
    id: fileReference,
    ...(takesCaption && text !== null && { caption: text }),
    ...(type === 'document' && file?.filename && { filename: file.filename }),
    ...(file?.isVoice && { voice: true }),
  };
}

function locationOf({ latitude, longitude, name, address }: NonNullable<Message['location']>) {
  return { latitude, longitude, ...(name && { name }), ...(address && { address }) };
}

function templateOf(
  { name, language, components }: Template,
  fileReference: string | undefined,
): object {
  return {
    name,
    language: { code: language },
    ...(components.length > 0 && {
      components: components.map((component) => componentOf(component, fileReference)),
    }),
  };
}

/**
 * Converts a part of a template: renames the fields with other names in Parley's API, also in the cards of a carousel,
 * and replaces the ID of a file. Copies all other fields.
 */
function componentOf(component: Fields, fileReference: string | undefined): object {
  const { subType, index, parameters, cards, ...rest } = component;
  return {
    ...rest,
    ...(subType !== undefined && { sub_type: subType }),
    ...(index !== undefined && { index: String(index) }),
    ...(Array.isArray(parameters) && {
      parameters: parameters.map((parameter) => parameterOf(parameter, fileReference)),
    }),
    ...(Array.isArray(cards) && { cards: cards.map(cardOf) }),
  };
}

/** Converts a card of a carousel. Cards have no stored files. */
function cardOf({ cardIndex, components, ...rest }: Fields): object {
  return {
    ...rest,
    ...(cardIndex !== undefined && { card_index: cardIndex }),
    ...(Array.isArray(components) && {
      components: components.map((component) => componentOf(component, undefined)),
    }),
  };
}

function parameterOf(
  { parameterName, ...given }: Fields,
  fileReference: string | undefined,
): object {
  const { type } = given;
  const file = given[String(type)] as { readonly id?: unknown } | undefined;
  const isStored = typeof file?.id === 'string' && isId(file.id, 'med');
  const rest = isStored ? { ...given, [String(type)]: { ...file, id: fileReference } } : given;
  return parameterName === undefined ? rest : { ...rest, parameter_name: parameterName };
}

function promptOf({ kind, header, footer, button, url, options }: Prompt, text: string): object {
  const frame = {
    ...(header !== null && { header: { type: 'text', text: header } }),
    body: { text },
    ...(footer !== null && { footer: { text: footer } }),
  };
  if (kind === 'cta_url') {
    const parameters = { display_text: button ?? '', url: url ?? '' };
    return { type: 'cta_url', ...frame, action: { name: 'cta_url', parameters } };
  }
  if (kind === 'list') {
    return {
      type: 'list',
      ...frame,
      action: { button: button ?? '', sections: sectionsOf(options) },
    };
  }
  const buttons = options.map(({ id, title }) => ({ type: 'reply', reply: { id, title } }));
  return { type: 'button', ...frame, action: { buttons } };
}

/** Returns the rows of a list by section. Consecutive options with the same section form one section. */
function sectionsOf(options: Prompt['options']): object[] {
  const sections: { title?: string; rows: object[] }[] = [];
  let last: string | null | undefined;
  for (const { id, title, description, section } of options) {
    if (section !== last || sections.length === 0) {
      sections.push({ ...(section !== null && { title: section }), rows: [] });
      last = section;
    }
    sections.at(-1)?.rows.push({ id, title, ...(description !== null && { description }) });
  }
  return sections;
}
