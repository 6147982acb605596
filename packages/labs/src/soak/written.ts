import type { CustomerContent, NetworkName } from '@parley/provider-simulator';

// Messages of customers in the format of each network: every documented kind.

interface Tools {
  /** Stores a file of the customer. Returns its ID and its public URL. */
  file(mimeType: string): { readonly id: string; readonly url: string };
  /** Returns the provider's ID of an earlier message of the customer, each once; undefined when none is left. */
  earlier(): string | undefined;
}

export interface Written {
  readonly content: CustomerContent;
  /** The change that this makes to an earlier message. */
  readonly change?: {
    readonly externalId: string;
    readonly kind: 'edit' | 'revoke' | 'reaction';
  };
  /** Whether the server stores it as a separate message. */
  readonly isMessage: boolean;
}

type Write = (marker: string, tools: Tools) => Written | undefined;

const message =
  (contentOf: (marker: string, tools: Tools) => CustomerContent): Write =>
  (marker, tools) => ({ content: contentOf(marker, tools), isMessage: true });
const change =
  (
    kind: 'edit' | 'revoke' | 'reaction',
    contentOf: (marker: string, earlier: string) => CustomerContent,
    { isMessage = false } = {},
  ): Write =>
  (marker, { earlier }) => {
    const externalId = earlier();
    if (externalId === undefined) return undefined;
    const content = contentOf(marker, externalId);
    return { content, change: { externalId, kind }, isMessage };
  };

const png = 'image/png';

/** Makes a WhatsApp message with a file. */
const fileOf = (type: string, mime_type: string, more: object = {}) =>
  message((_marker, { file }) => ({
    type,
    [type]: { id: file(mime_type).id, mime_type, ...more },
  }));
const ofWhatsapp: readonly Write[] = [
  message((body) => ({ type: 'text', text: { body } })),
  fileOf('image', png, { caption: 'Is it this one?' }),
  fileOf('video', 'video/mp4'),
  fileOf('audio', 'audio/ogg; codecs=opus', { voice: true }),
  fileOf('document', 'application/pdf', { filename: 'bill.pdf' }),
  fileOf('sticker', 'image/webp'),
  message((name) => ({ type: 'location', location: { latitude: 1, longitude: 2, name } })),
  message((formatted_name) => ({ type: 'contacts', contacts: [{ name: { formatted_name } }] })),
  message((title) => ({
    type: 'interactive',
    interactive: { type: 'button_reply', button_reply: { id: 'yes', title } },
  })),
  message((title) => ({
    type: 'interactive',
    interactive: { type: 'list_reply', list_reply: { id: 'rye', title } },
  })),
  message((body) => ({
    type: 'interactive',
    interactive: { type: 'nfm_reply', nfm_reply: { name: 'flow', body, response_json: '{}' } },
  })),
  message((text) => ({ type: 'button', button: { text, payload: 'yes' } })),
  message((text) => ({
    type: 'order',
    order: { catalog_id: '1', text, product_items: [{ product_retailer_id: 'rye', quantity: 1 }] },
  })),
  message((body) => ({
    type: 'text',
    text: { body },
    referral: { source_type: 'ad', source_id: '7', source_url: 'https://fb.me/7', ctwa_clid: 'c' },
  })),
  message((body) => ({ type: 'text', text: { body }, context: { from: '1', id: 'wamid.gone' } })),
  message(() => ({ type: 'unsupported', errors: [{ code: 131_051, title: 'Unsupported' }] })),
  change(
    'reaction',
    (_marker, message_id) => ({ type: 'reaction', reaction: { message_id, emoji: '👍' } }),
    { isMessage: true },
  ),
  change('edit', (body, original_message_id) => ({
    type: 'edit',
    edit: { original_message_id, message: { type: 'text', text: { body } } },
  })),
  change('revoke', (_marker, original_message_id) => ({
    type: 'revoke',
    revoke: { original_message_id },
  })),
];

const shared = (type: string, mimeType?: string) =>
  message((marker, { file }) => {
    const url = mimeType ? file(mimeType).url : `https://www.instagram.com/p/${marker}`;
    return { attachments: [{ type, payload: { url } }] };
  });
const ofInstagram: readonly Write[] = [
  message((text) => ({ text })),
  shared('image', png),
  shared('video', 'video/mp4'),
  shared('audio', 'audio/mp4'),
  shared('file', 'application/pdf'),
  shared('ig_post'),
  shared('ig_reel'),
  shared('story_mention'),
  message((text) => ({ text, quick_reply: { payload: 'yes' } })),
  message((text) => ({ text, reply_to: { story: { id: '1', url: 'https://example.com/s' } } })),
  message((text) => ({ text, reply_to: { mid: 'mid.gone' } })),
  message((text) => ({ text, referral: { ref: 'r', ad_id: '7', source: 'ADS' } })),
  message(() => ({ is_unsupported: true })),
  message((title) => ({ postback: { title, payload: 'START' } })),
  change('reaction', (_marker, mid) => ({
    reaction: { mid, action: 'react', reaction: 'love', emoji: '❤️' },
  })),
  change('edit', (text, mid) => ({ message_edit: { mid, text, num_edit: 1 } })),
  change('revoke', (_marker, mid) => ({ mid, is_deleted: true })),
];

const ofTiktok: readonly Write[] = [
  message((body) => ({ type: 'text', text: { body } })),
  message((_marker, { file }) => ({ type: 'image', image: { media_id: file(png).id } })),
  message((_marker, { file }) => ({ type: 'video', video: { media_id: file('video/mp4').id } })),
  message((marker) => ({
    type: 'share_post',
    share_post: { embed_url: `https://t.example/${marker}` },
  })),
  message((body) => ({
    type: 'text',
    text: { body },
    reply_source_payload: { reply_source_unique_id: 'yes' },
  })),
  message((body) => ({
    type: 'text',
    text: { body },
    referenced_message_info: { referenced_message_id: 'tt.gone' },
  })),
  message((hologram) => ({ type: 'hologram', hologram })),
  change('reaction', (_marker, original_msg_id) => ({
    type: 'reaction',
    reaction: [{ operation: 'ADD', type: 'EMOJI', emoji: '👍', original_msg_id }],
  })),
];

export const written: Readonly<Record<NetworkName, readonly Write[]>> = {
  whatsapp: ofWhatsapp,
  instagram: ofInstagram,
  tiktok: ofTiktok,
};
