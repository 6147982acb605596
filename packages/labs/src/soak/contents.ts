/** The content of a message to send. It contains a marker that tells which message a provider got. */
export type SentContent = { readonly type: string } & Readonly<Record<string, unknown>>;

/** A message that the customer sent earlier. */
export interface Earlier {
  readonly id: string;
  readonly externalId: string;
}

/** Returns a content with the marker in it; undefined when it needs an earlier message and none exists. */
export type MakeContent = (
  marker: string,
  earlier: () => Earlier | undefined,
) => { readonly content: SentContent; readonly marker: string } | undefined;

/** The template that every WhatsApp account has. */
export const template = {
  name: 'order_update',
  language: 'en_US',
  category: 'utility',
  components: [{ type: 'body', text: 'Your order {{1}} has left the shop.' }],
  examples: { 1: '17' },
} as const;

const plain =
  (type: string, contentOf: (marker: string) => object): MakeContent =>
  (marker) => ({ marker, content: { type, ...contentOf(marker) } });
const file = (type: string, more: object = {}) =>
  plain(type, (marker) => ({ media: { url: `https://files.example.com/${marker}` }, ...more }));
const prompt = (kind: string, more: object) =>
  plain('interactive', (marker) => ({
    interactive: { kind, text: `Is ${marker} right?`, ...more },
  }));

const text = plain('text', (marker) => ({ text: `Your order ${marker} is on its way 👋` }));
const buttons = prompt('buttons', {
  buttons: [
    { id: 'yes', title: 'Yes' },
    { id: 'no', title: 'No' },
  ],
});
const link = prompt('cta_url', { button: 'Open', url: 'https://example.com/a' });
const list = prompt('list', {
  button: 'Open',
  sections: [{ title: 'Bread', rows: [{ id: 'rye', title: 'Rye' }] }],
});
const place = plain('location', (marker) => ({
  location: { latitude: 1, longitude: 2, name: `Shop ${marker}` },
}));
const ofTemplate = plain('template', (marker) => ({
  template: { name: template.name, language: template.language, variables: { 1: marker } },
}));
const quoted: MakeContent = (marker, earlier) => {
  const { id } = earlier() ?? {};
  const content = { type: 'text', text: `About ${marker}`, replyToMessageId: id };
  return id === undefined ? undefined : { marker, content };
};
/** Makes a reaction. It has no place for a marker, so it is known by its message, to which nothing else reacts. */
const reaction: MakeContent = (_marker, earlier) => {
  const { id, externalId } = earlier() ?? {};
  if (id === undefined || externalId === undefined) return undefined;
  const content = { type: 'reaction', reaction: { messageId: id, emoji: '👍' } };
  return { marker: `{"message_id":"${externalId}"`, content };
};

/** Every kind of message that the simulated provider of a network accepts without an upload. */
export const contents = {
  whatsapp: [
    text,
    file('image', { caption: 'Menu' }),
    file('video'),
    file('audio', { voice: true }),
    file('document', { filename: 'bill.pdf' }),
    file('sticker'),
    place,
    buttons,
    list,
    link,
    ofTemplate,
    quoted,
    reaction,
  ],
  instagram: [
    text,
    file('image'),
    file('video'),
    file('audio'),
    file('document'),
    buttons,
    link,
    quoted,
    reaction,
  ],
  tiktok: [text, buttons, quoted],
} as const satisfies Readonly<Record<string, readonly MakeContent[]>>;
