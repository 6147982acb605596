import { fileOf, type MediaKind } from '../files.ts';
import { type Content, withDetails } from '../items.ts';
import { type Fields, fieldsOf, textOf } from '../provider-json.ts';

// The content of one WhatsApp message, by its type. A message of an unknown type or in an undocumented form becomes `unsupported`, with the provider's object.

type Reader = (body: Fields, message: Fields) => Content | undefined;

const readers: ReadonlyMap<string, Reader> = new Map(
  Object.entries<Reader>({
    text: ({ body }) =>
      typeof body === 'string'
        ? { content: { type: 'text', text: body, content: null } }
        : undefined,
    image: media('image'),
    video: media('video'),
    audio: media('audio'),
    voice: media('audio'),
    document: media('document'),
    sticker: media('sticker'),
    location: ({ latitude, longitude, name, address }) =>
      typeof latitude === 'number' && typeof longitude === 'number'
        ? {
            content: {
              type: 'location',
              text: null,
              content: {
                location: {
                  latitude,
                  longitude,
                  name: textOf(name) ?? null,
                  address: textOf(address) ?? null,
                },
              },
            },
          }
        : undefined,
    reaction: ({ message_id, emoji }) => {
      const externalId = textOf(message_id);
      if (externalId === undefined) return undefined;
      const reaction = { emoji: textOf(emoji) ?? null, messageId: null, externalId };
      return { content: { type: 'reaction', text: null, content: { reaction } } };
    },
    button: ({ text, payload }) => chosen('template_button', { title: text, payload }),
    interactive: ({ type, ...replies }) => {
      const reply = fieldsOf(replies[String(type)]);
      if (type === 'button_reply' || type === 'list_reply') return chosen(type, reply);
      if (type !== 'nfm_reply') return undefined;
      const { name, body, response_json } = reply;
      return chosen('flow_reply', { id: name, title: body, payload: response_json });
    },
    contacts: (_body, { contacts }) =>
      Array.isArray(contacts) ? foreign('contacts', { contacts }) : undefined,
    order: (order) =>
      Array.isArray(order['product_items']) ? foreign('order', order, order['text']) : undefined,
    system: (system) =>
      textOf(system['body']) ? foreign('system', system, system['body']) : undefined,
  }),
);

/** Returns the content of a message of any type. */
export function contentOf(message: Fields): Content {
  const type = String(message['type']);
  const read = readers.get(type);
  const content = read?.(fieldsOf(message[type]), message) ?? foreign('unsupported', message);
  return withDetails(content, referralOf(fieldsOf(message['referral'])));
}

/**
 * Returns the text that an edit gives a message: its body or its caption. Null for a file without a caption, undefined
 * for content that Parley does not support.
 */
export function editedText(message: Fields): string | null | undefined {
  const { content } = contentOf(message);
  return content.type === 'unsupported' ? undefined : content.text;
}

function media(kind: MediaKind): Reader {
  return (body) => {
    const { id, mime_type, filename, sha256, url, caption } = body;
    const file = fileOf(kind, { id, mimeType: mime_type, filename, sha256Base64: sha256, url });
    if (!file) return undefined;
    return {
      content: { type: kind, text: textOf(caption) ?? null, content: null },
      files: [{ ...file, isVoice: body['voice'] === true }],
    };
  };
}

function chosen(
  kind: 'button_reply' | 'list_reply' | 'flow_reply' | 'template_button',
  { id, title, payload }: Fields,
): Content | undefined {
  const interactive = {
    kind,
    id: textOf(id) ?? null,
    title: textOf(title) ?? null,
    payload: textOf(payload) ?? null,
  };
  if (interactive.id === null && interactive.title === null && interactive.payload === null)
    return undefined;
  return { content: { type: 'interactive', text: interactive.title, content: { interactive } } };
}

function foreign(
  type: 'contacts' | 'order' | 'system' | 'unsupported',
  providerContent: Fields,
  text?: unknown,
): Content {
  return { content: { type, text: textOf(text) ?? null, content: { providerContent } } };
}

/** Returns the referral of a message that came from an ad or a post. */
function referralOf(given: Fields): Content['content']['content'] {
  if (Object.keys(given).length === 0) return null;
  const referral = {
    sourceType: textOf(given['source_type']) ?? null,
    sourceId: textOf(given['source_id']) ?? null,
    sourceUrl: textOf(given['source_url']) ?? null,
    headline: textOf(given['headline']) ?? null,
    clickId: textOf(given['ctwa_clid']) ?? null,
  };
  return { referral };
}
