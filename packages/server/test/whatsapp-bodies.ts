// Webhooks of the WhatsApp Cloud API, written from its documentation.

type Json = Record<string, unknown>;

const seconds = (ago = 60) => String(Math.floor(Date.now() / 1_000) - ago);
let ids = 0;

/** A message id that no other test has. */
export function wamid(): string {
  ids += 1;
  // Later ones sort after earlier ones.
  return `wamid.${process.pid}.${Date.now()}.${String(ids).padStart(6, '0')}`;
}

/** A body with one change of a phone number. */
export function whatsappBody(phoneNumberId: string, value: Json, field = 'messages'): Json {
  return {
    object: 'whatsapp_business_account',
    entry: [{ id: '102290129340398', changes: [changeOf(phoneNumberId, value, field)] }],
  };
}

/** One body with the changes of several. */
export function batched(bodies: readonly Json[]): Json {
  const entry = bodies.flatMap((body) => body['entry']);
  return { object: bodies[0]?.['object'], entry };
}

function changeOf(phoneNumberId: string, value: Json, field: string): Json {
  const metadata = { display_phone_number: '15550783881', phone_number_id: phoneNumberId };
  return { field, value: { messaging_product: 'whatsapp', metadata, ...value } };
}

export interface Sender {
  readonly from?: string;
  readonly bsuid?: string;
  readonly name?: string;
  readonly username?: string;
}

/** A message of a customer, with the description of its sender. */
export function messageBody(
  phoneNumberId: string,
  { from, bsuid, name = 'Ana Lima', username }: Sender,
  message: Json,
): Json {
  const contact = {
    profile: { name, ...(username && { username }) },
    ...(from && { wa_id: from }),
    ...(bsuid && { user_id: bsuid }),
  };
  const base = {
    id: wamid(),
    timestamp: seconds(),
    ...(from && { from }),
    ...(bsuid && { from_user_id: bsuid }),
  };
  return whatsappBody(phoneNumberId, { contacts: [contact], messages: [{ ...base, ...message }] });
}

export function statusBody(phoneNumberId: string, status: Json): Json {
  const base = { timestamp: seconds(), recipient_id: '15551230000' };
  return whatsappBody(phoneNumberId, { statuses: [{ ...base, ...status }] });
}

/** A message of each documented type, with the fields of the record that it leads to. */
export const messagesOfEveryType: Readonly<Record<string, { message: Json; expected: Json }>> = {
  text: {
    message: { type: 'text', text: { body: 'Olá 👋 \\ "there"' } },
    expected: { type: 'text', text: 'Olá 👋 \\ "there"' },
  },
  'text with a number as long as an id': {
    message: { type: 'text', text: { body: '12345678901234567890, 1234567890123456' } },
    expected: { type: 'text', text: '12345678901234567890, 1234567890123456' },
  },
  'text that no database stores': {
    message: { type: 'text', text: { body: 'a\u0000b\ud800' } },
    expected: { type: 'text', text: 'a\ufffdb\ufffd' },
  },
  'image with a caption': {
    message: {
      type: 'image',
      image: {
        id: '1003383421387256',
        mime_type: 'image/jpeg',
        sha256: 'SfInY0gGKTsJlUWbwxC1k+FAD0FZHvzwfpvO0zX0GUI=',
        url: 'https://lookaside.example/1',
        caption: 'Taj Mahal',
      },
    },
    expected: {
      type: 'image',
      text: 'Taj Mahal',
      attachments: [
        {
          kind: 'image',
          mimeType: 'image/jpeg',
          filename: null,
          sizeBytes: null,
          sha256: '49f227634806293b0995459bc310b593e1400f41591efcf07e9bced335f41942',
          url: null,
          status: 'pending',
        },
      ],
    },
  },
  video: {
    message: { type: 'video', video: { id: '2', mime_type: 'video/mp4' } },
    expected: { type: 'video', text: null, attachments: [{ kind: 'video' }] },
  },
  'audio file': {
    message: { type: 'audio', audio: { id: '6', mime_type: 'audio/mpeg', voice: false } },
    expected: { type: 'audio', attachments: [{ kind: 'audio', mimeType: 'audio/mpeg' }] },
  },
  'voice message': {
    message: {
      type: 'audio',
      audio: { id: '3', mime_type: 'audio/ogg; codecs=opus', voice: true },
    },
    expected: { type: 'audio', attachments: [{ kind: 'audio' }] },
  },
  document: {
    message: { type: 'document', document: { id: '4', filename: 'a.pdf', caption: 'Invoice' } },
    expected: { type: 'document', text: 'Invoice', attachments: [{ filename: 'a.pdf' }] },
  },
  sticker: {
    message: { type: 'sticker', sticker: { id: '5', mime_type: 'image/webp', animated: true } },
    expected: { type: 'sticker', attachments: [{ kind: 'sticker' }] },
  },
  location: {
    message: {
      type: 'location',
      location: { latitude: 37.4611978, longitude: -122.2164385, name: 'HQ', address: 'Way 1' },
    },
    expected: {
      type: 'location',
      location: { latitude: 37.4611978, longitude: -122.2164385, name: 'HQ', address: 'Way 1' },
    },
  },
  contacts: {
    message: { type: 'contacts', contacts: [{ name: { formatted_name: 'Bo' }, phones: [] }] },
    expected: {
      type: 'contacts',
      providerContent: { contacts: [{ name: { formatted_name: 'Bo' }, phones: [] }] },
    },
  },
  'tap on a reply button': {
    message: {
      type: 'interactive',
      interactive: { type: 'button_reply', button_reply: { id: 'yes', title: 'Yes' } },
    },
    expected: {
      type: 'interactive',
      text: 'Yes',
      interactive: { kind: 'button_reply', id: 'yes', title: 'Yes', payload: null },
    },
  },
  'choice from a list': {
    message: {
      type: 'interactive',
      interactive: { type: 'list_reply', list_reply: { id: 'a', title: 'A', description: 'B' } },
    },
    expected: {
      type: 'interactive',
      interactive: { kind: 'list_reply', id: 'a', title: 'A', payload: null },
    },
  },
  'answer of a flow': {
    message: {
      type: 'interactive',
      interactive: {
        type: 'nfm_reply',
        nfm_reply: { name: 'flow', body: 'Sent', response_json: '{"rating":"4"}' },
      },
    },
    expected: {
      type: 'interactive',
      interactive: { kind: 'flow_reply', id: 'flow', title: 'Sent', payload: '{"rating":"4"}' },
    },
  },
  'button of a template': {
    message: { type: 'button', button: { payload: 'STOP', text: 'No more' } },
    expected: {
      type: 'interactive',
      interactive: { kind: 'template_button', id: null, title: 'No more', payload: 'STOP' },
    },
  },
  'interactive without content': {
    message: { type: 'interactive', context: { id: 'wamid.other' } },
    expected: { type: 'unsupported', providerContent: { type: 'interactive' } },
  },
  order: {
    message: {
      type: 'order',
      order: { catalog_id: '35', text: 'Quick', product_items: [{ quantity: 3 }] },
    },
    expected: {
      type: 'order',
      text: 'Quick',
      providerContent: { catalog_id: '35', product_items: [{ quantity: 3 }] },
    },
  },
  'change of identity': {
    message: { type: 'system', system: { type: 'customer_identity_changed', body: 'New key' } },
    expected: { type: 'system', text: 'New key' },
  },
  reaction: {
    message: { type: 'reaction', reaction: { message_id: 'wamid.unknown', emoji: '😮' } },
    expected: {
      type: 'reaction',
      reaction: { emoji: '😮', messageId: null, externalId: 'wamid.unknown' },
    },
  },
  'reaction that was taken back': {
    message: { type: 'reaction', reaction: { message_id: 'wamid.unknown' } },
    expected: { type: 'reaction', reaction: { emoji: null } },
  },
  'reply to a message that is not known': {
    message: { type: 'text', text: { body: 'Yes' }, context: { id: 'wamid.unknown' } },
    expected: { type: 'text', replyTo: { messageId: null, externalId: 'wamid.unknown' } },
  },
  'message from an ad': {
    message: {
      type: 'text',
      text: { body: 'Hi' },
      referral: {
        source_type: 'ad',
        source_id: '12',
        source_url: 'https://fb.example/1',
        headline: 'Chat',
        ctwa_clid: 'clid',
      },
    },
    expected: {
      type: 'text',
      referral: {
        sourceType: 'ad',
        sourceId: '12',
        sourceUrl: 'https://fb.example/1',
        headline: 'Chat',
        clickId: 'clid',
      },
    },
  },
  'type that WhatsApp does not pass on': {
    message: { type: 'unsupported', errors: [{ code: 131051, title: 'Message type unknown' }] },
    expected: { type: 'unsupported', providerContent: { errors: [{ code: 131051 }] } },
  },
  'type that is not known': {
    message: { type: 'hologram', hologram: { id: 'h1' } },
    expected: { type: 'unsupported', providerContent: { hologram: { id: 'h1' } } },
  },
};
