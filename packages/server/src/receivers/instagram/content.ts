import type { InboundContent } from '@parley/domain';
import { fileOf, type MediaKind } from '../files.ts';
import { type Content, withDetails } from '../items.ts';
import { type Fields, fieldsOf, listOf, textOf } from '../provider-json.ts';

const mediaKinds: ReadonlyMap<string, MediaKind> = new Map(
  Object.entries<MediaKind>({
    image: 'image',
    video: 'video',
    audio: 'audio',
    file: 'document',
  }),
);
/** The types of content that customers share within Instagram. The URL of such content may expire with the post. */
const shares = new Set([
  'share',
  'ig_post',
  'ig_reel',
  'reel',
  'ig_story',
  'story_mention',
  'template',
  'fallback',
]);

/** Returns the content of an Instagram message. */
export function contentOf(message: Fields): Content {
  const { story } = fieldsOf(message['reply_to']);
  const bare = bareContentOf(message);
  // A shared post has the provider's object, too.
  const providerContent = { reply_to: { story }, ...bare.content.content?.providerContent };
  const withStory = withDetails(bare, story === undefined ? null : { providerContent });
  return withDetails(withStory, referralDetails(fieldsOf(message['referral'])));
}

function bareContentOf(message: Fields): Content {
  const text = textOf(message['text']) ?? null;
  const attachments = listOf(message['attachments']);
  const payload = textOf(fieldsOf(message['quick_reply'])['payload']);
  if (payload !== undefined) {
    const interactive = { kind: 'button_reply', id: payload, title: text, payload } as const;
    return { content: { type: 'interactive', text, content: { interactive } } };
  }
  const media = attachments.flatMap(({ type, payload }) => {
    const kind = mediaKinds.get(String(type));
    const { url, title } = fieldsOf(payload);
    const file = kind && fileOf(kind, { url, filename: title });
    return file ? [{ kind, file }] : [];
  });
  const [first] = media;
  if (first && media.length === attachments.length)
    return {
      content: { type: first.kind, text, content: null },
      files: media.map(({ file }) => file),
    };
  if (attachments.some(({ type }) => shares.has(String(type))))
    return { content: { type: 'share', text, content: { providerContent: { attachments } } } };
  if (text !== null && attachments.length === 0)
    return { content: { type: 'text', text, content: null } };
  return { content: { type: 'unsupported', text, content: { providerContent: message } } };
}

/** Returns the content of a tap on a button of a template, or on an ice breaker. */
export function postbackContent(postback: Fields): Content {
  const title = textOf(postback['title']) ?? null;
  const payload = textOf(postback['payload']) ?? null;
  const interactive = { kind: 'template_button', id: null, title, payload } as const;
  const content: Content = {
    content: { type: 'interactive', text: title, content: { interactive } },
  };
  return withDetails(content, referralDetails(fieldsOf(postback['referral'])));
}

/** Returns the ad or link that a customer came from; null when the message has none. */
export function referralDetails(given: Fields): InboundContent['content'] {
  if (Object.keys(given).length === 0) return null;
  const { ref, ad_id, source, referer_uri, ads_context_data } = given;
  return {
    referral: {
      sourceType: textOf(source) ?? null,
      sourceId: textOf(ad_id) ?? null,
      sourceUrl: textOf(referer_uri) ?? null,
      headline: textOf(fieldsOf(ads_context_data)['ad_title']) ?? null,
      clickId: textOf(ref) ?? null,
    },
  };
}
