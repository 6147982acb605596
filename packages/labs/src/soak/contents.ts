/** The content of a message to send. It contains a marker that tells which message a provider got. */
export type SentContent = { readonly type: string } & Readonly<Record<string, unknown>>;

/** A message that the customer sent earlier. */
export interface Earlier {
  readonly id: string;
  readonly externalId: string;
}

/** Returns a content with the marker in it; undefined when it needs an earlier message and none exists. */
export type MakeContent = (marker: string, earlier: () => Earlier | undefined) => Made | undefined;

interface Made {
  readonly content: SentContent;
  readonly marker: string;
  /** The MIME type of a file to upload for this message only. The bytes of the file contain the marker. */
  readonly uploads?: string;
  /** The MIME type of a file at a URL that the server downloads. The bytes of the file contain the marker. */
  readonly fetches?: string;
}

/** The template that every WhatsApp account has. */
export const template = {
  name: 'order_update',
  language: 'en_US',
  category: 'utility',
  components: [{ type: 'body', text: 'Your order {{1}} has left the shop.' }],
  examples: { 1: '17' },
} as const;

/** A template with an image, which Meta has approved before the channel is connected. */
export const imageTemplate = {
  name: 'receipt',
  language: 'en_US',
  category: 'UTILITY',
  parameter_format: 'POSITIONAL',
  status: 'APPROVED',
  components: [
    { type: 'HEADER', format: 'IMAGE', example: { header_handle: ['4::aW'] } },
    { type: 'BODY', text: 'Your receipt {{1}} is here.', example: { body_text: [['17']] } },
  ],
} as const;

const plain =
  (type: string, contentOf: (marker: string) => object): MakeContent =>
  (marker) => ({ marker, content: { type, ...contentOf(marker) } });
/** Makes a message with a file at a URL, which the provider downloads. */
const file = (type: string) =>
  plain(type, (marker) => ({ media: { url: `https://files.example.com/${marker}` } }));
const stored =
  (type: string, uploads: string, more: object = {}): MakeContent =>
  (marker) => ({ marker, uploads, content: { type, ...more } });
const fetched =
  (type: string, fetches: string): MakeContent =>
  (marker) => ({ marker, fetches, content: { type } });
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
/** Buttons with a long title, which TikTok gets as a card. */
const card = prompt('buttons', {
  buttons: [
    { id: 'yes', title: 'Yes, please send it to me today' },
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
const withImage = plain('template', (marker) => ({
  template: {
    name: imageTemplate.name,
    language: imageTemplate.language,
    variables: { 'header.image': 'https://files.example.com/receipt.png', 1: marker },
  },
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

/** Every kind of message that the simulated provider of a network accepts. */
export const contents = {
  whatsapp: [
    text,
    place,
    buttons,
    list,
    link,
    ofTemplate,
    withImage,
    stored('image', 'image/png', { caption: 'Menu' }),
    stored('document', 'application/pdf', { filename: 'bill.pdf' }),
    stored('audio', 'audio/ogg; codecs=opus', { voice: true }),
    fetched('image', 'image/png'),
    fetched('video', 'video/mp4'),
    fetched('audio', 'audio/mp4'),
    fetched('document', 'application/pdf'),
    fetched('sticker', 'image/webp'),
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
    stored('image', 'image/png'),
    quoted,
    reaction,
  ],
  tiktok: [
    text,
    buttons,
    card,
    stored('image', 'image/png'),
    fetched('image', 'image/png'),
    quoted,
  ],
} as const satisfies Readonly<Record<string, readonly MakeContent[]>>;
