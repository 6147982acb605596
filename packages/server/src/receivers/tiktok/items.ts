import { fileOf } from '../files.ts';
import { type Content, type Item, kept } from '../items.ts';
import { type Fields, fieldsOf, listOf, textOf } from '../provider-json.ts';

interface Happened {
  /** The ID of the business account that the event is about. */
  readonly business: unknown;
  /** The time of the event, for events whose content has none. */
  readonly createdAt: unknown;
}

/** Returns the items of one event of TikTok. */
export function itemsOfEvent(
  event: string,
  content: Fields,
  { business, createdAt }: Happened,
): readonly Item[] {
  const conversation = textOf(content['conversation_id']);
  const at = content['timestamp'] ?? createdAt;
  if (conversation === undefined) return [kept(event)];
  switch (event) {
    case 'im_receive_msg':
    case 'im_send_msg':
      return messageItems(content, { conversation, at, isEcho: event === 'im_send_msg' });
    case 'im_mark_read_msg': {
      // The business has read the messages of the customer.
      if (fieldsOf(content['from_user'])['id'] === business) return [{ kind: 'ignored' }];
      const { last_read_timestamp } = fieldsOf(content['read']);
      const until = last_read_timestamp ?? at;
      return [{ kind: 'read', by: conversation, externalId: undefined, at: until }];
    }
    case 'im_referral_msg': {
      const externalId = textOf(content['message_id']) ?? `referral:${conversation}:${String(at)}`;
      const referral = referralOf(fieldsOf(content['referral']));
      const system = { type: 'system', text: null, content: { referral } } as const;
      return [
        { kind: 'message', from: [conversation], externalId, at, profile: {}, content: system },
      ];
    }
    default:
      return [kept(event)];
  }
}

interface Where {
  readonly conversation: string;
  readonly at: unknown;
  readonly isEcho: boolean;
}

function messageItems(content: Fields, { conversation, at, isEcho }: Where): readonly Item[] {
  if (content['type'] === 'reaction') {
    const by = isEcho ? 'business' : 'customer';
    // The address of a customer is the conversation, and not the ID of the user.
    const business = textOf(fieldsOf(content['from_user'])['id']);
    const from = isEcho && business !== undefined ? business : conversation;
    return listOf(content['reaction']).map((reaction) => reactionItem(reaction, { from, by, at }));
  }
  const externalId = textOf(content['message_id']);
  if (externalId === undefined) return [kept(`message of type ${String(content['type'])}`)];
  const replyTo = textOf(fieldsOf(content['referenced_message_info'])['referenced_message_id']);
  const sent = { externalId, at, replyTo, ...contentOf(content) };
  const profile = { username: isEcho ? undefined : textOf(content['from']) };
  return [
    isEcho
      ? { kind: 'echo', to: [conversation], profile, ...sent }
      : { kind: 'message', from: [conversation], profile, ...sent },
  ];
}

function reactionItem(
  { operation, type, emoji, original_msg_id }: Fields,
  { from, by, at }: { from: string; by: 'customer' | 'business'; at: unknown },
): Item {
  const externalId = textOf(original_msg_id);
  const added = textOf(emoji);
  // An `AI_EMOJI` is an image without a text.
  const isShown = type !== 'AI_EMOJI' && (added !== undefined || operation === 'REMOVE');
  if (externalId === undefined || !isShown) return kept(`reaction of type ${String(type)}`);
  const shown = operation === 'REMOVE' ? null : (added ?? null);
  return { kind: 'change', externalId, change: { kind: 'reaction', from, emoji: shown }, by, at };
}

function contentOf(content: Fields): Content {
  const { type, text, image, video, sticker, emoji, share_post } = content;
  const body = textOf(fieldsOf(text)['body']) ?? null;
  const tapped = textOf(fieldsOf(content['reply_source_payload'])['reply_source_unique_id']);
  if (type === 'text' && tapped !== undefined) {
    const interactive = { kind: 'button_reply', id: tapped, title: body, payload: null } as const;
    return { content: { type: 'interactive', text: body, content: { interactive } } };
  }
  if (type === 'text' && body !== null) return { content: { type, text: body, content: null } };
  const kind = type === 'emoji' ? 'sticker' : type;
  if (kind === 'image' || kind === 'video' || kind === 'sticker') {
    const { media_id, url } = fieldsOf({ image, video, sticker: sticker ?? emoji }[kind]);
    const file = fileOf(kind, { id: media_id, url });
    if (file) return { content: { type: kind, text: null, content: null }, files: [file] };
  }
  if (type === 'share_post')
    return { content: { type: 'share', text: null, content: { providerContent: { share_post } } } };
  return { content: { type: 'unsupported', text: null, content: { providerContent: content } } };
}

function referralOf({ source, ad, short_link }: Fields) {
  const { ad_id, ad_name, embed_url } = fieldsOf(ad);
  return {
    sourceType: textOf(source) ?? null,
    sourceId: textOf(ad_id) ?? null,
    sourceUrl: textOf(embed_url) ?? null,
    headline: textOf(ad_name) ?? null,
    clickId: textOf(fieldsOf(short_link)['ref']) ?? null,
  };
}
