/** The content of a message to send. A marker in it tells which message a provider got. */
export type SentContent = { readonly type: string } & Readonly<Record<string, unknown>>;

type Make = (marker: string) => SentContent;

const text: Make = (marker) => ({ type: 'text', text: `Your order ${marker} is on its way 👋` });
const file =
  (type: string, more: object = {}): Make =>
  (marker) => ({ type, media: { url: `https://files.example.com/${marker}` }, ...more });
const buttons: Make = (marker) => ({
  type: 'interactive',
  interactive: {
    kind: 'buttons',
    text: `Is ${marker} right?`,
    buttons: [
      { id: 'yes', title: 'Yes' },
      { id: 'no', title: 'No' },
    ],
  },
});
const link: Make = (marker) => ({
  type: 'interactive',
  interactive: {
    kind: 'cta_url',
    text: `See ${marker}`,
    button: 'Open',
    url: 'https://example.com/a',
  },
});
const list: Make = (marker) => ({
  type: 'interactive',
  interactive: {
    kind: 'list',
    text: `Choose for ${marker}`,
    button: 'Open',
    sections: [{ title: 'Bread', rows: [{ id: 'rye', title: 'Rye' }] }],
  },
});
const place: Make = (marker) => ({
  type: 'location',
  location: { latitude: 1, longitude: 2, name: `Shop ${marker}` },
});

/** Every kind of message that the simulated provider of a network takes without an upload. */
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
  ],
  instagram: [text, file('image'), file('video'), file('audio'), file('document'), buttons, link],
  tiktok: [text, buttons],
} as const;

/** What customers write, in the words of each network. */
export const written = {
  whatsapp: [
    (marker: string) => ({ type: 'text', text: { body: marker } }),
    (marker: string) => ({
      type: 'image',
      image: { id: marker, mime_type: 'image/jpeg', sha256: 'c2hh' },
    }),
    (marker: string) => ({
      type: 'location',
      location: { latitude: 1, longitude: 2, name: marker },
    }),
    (marker: string) => ({
      type: 'interactive',
      interactive: { type: 'button_reply', button_reply: { id: 'yes', title: marker } },
    }),
    (marker: string) => ({ type: 'button', button: { text: marker, payload: 'yes' } }),
    (marker: string) => ({
      type: 'contacts',
      contacts: [{ name: { formatted_name: marker } }],
    }),
    () => ({ type: 'unsupported', errors: [{ code: 131_051, title: 'Unsupported' }] }),
  ],
  instagram: [
    (marker: string) => ({ text: marker }),
    (marker: string) => ({
      attachments: [{ type: 'image', payload: { url: `https://cdn.example.com/${marker}` } }],
    }),
    (marker: string) => ({ text: marker, quick_reply: { payload: 'yes' } }),
  ],
  tiktok: [
    (marker: string) => ({ type: 'text', text: { body: marker } }),
    (marker: string) => ({ type: 'image', image: { media_id: marker } }),
    (marker: string) => ({ type: 'share_post', share_post: { embed_url: marker } }),
  ],
} as const;
