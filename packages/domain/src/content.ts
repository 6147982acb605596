import {
  type Attachment,
  type ChannelCapabilities,
  type ChannelType,
  channelCapabilities,
  lengthIn,
  type Message,
  type SendMessageBody,
  ServiceError,
  type TemplateRecord,
} from '@parley/contract/schemas';
import { givenFields } from './fields.ts';
import { mediaPath, type StoredMedia } from './media.ts';
import { refuseFile } from './message-files.ts';
import { violation } from './refusals.ts';
import { describeTemplate, previewOf } from './template-parameters.ts';

// Which content a network accepts, and which fields of it a stored message has.

export type ContentField =
  | 'template'
  | 'attachments'
  | 'interactive'
  | 'prompt'
  | 'location'
  | 'reaction'
  | 'reactions'
  | 'referral'
  | 'providerContent'
  | 'replyTo'
  | 'warnings';

/** A file of a message, with the fields that the server needs to download it. */
export interface StoredAttachment extends Attachment {
  /** The provider's ID of the file. */
  readonly providerId: string | null;
  /** The provider's URL of the file, valid for a short time. */
  readonly providerUrl: string | null;
}

/** The content of a message, apart from its text. Fields without a value are absent. */
export type MessageContent = {
  readonly [Name in Exclude<ContentField, 'attachments'>]?: NonNullable<Message[Name]>;
} & {
  readonly attachments?: readonly StoredAttachment[];
  /** The persons who removed their reaction, and when. The API does not show them. */
  readonly removedReactions?: readonly { readonly from: string; readonly at: string }[];
};

export interface Received {
  readonly type: Message['type'];
  readonly content: Pick<MessageContent, 'referral'> | null;
}

/** Returns whether an inbound message is a report of the network about the customer, such as a new phone number. */
export function isReport({ type, content }: Received): boolean {
  // The click on an ad or a link is an action of the customer.
  return type === 'system' && !content?.referral;
}

type Sendable = Exclude<
  SendMessageBody,
  { type: 'contacts' | 'order' | 'share' | 'system' | 'unsupported' }
>;
type TextLimit = ChannelCapabilities['maxText'];
type Prompt = Extract<Sendable, { type: 'interactive' }>['interactive'];

/** Returns whether the network of a channel accepts messages of this type at all. */
export function isSendable(type: ChannelType, body: SendMessageBody): body is Sendable {
  return channelCapabilities[type].content.types.some((known) => known === body.type);
}

/**
 * Returns the error for content that the network does not accept; undefined when it does. `media` is the stored file
 * that the body names.
 */
export function refuseContent(
  type: ChannelType,
  body: SendMessageBody,
  media?: StoredMedia,
): ServiceError | undefined {
  if (!isSendable(type, body)) return unsupported(type, body.type);
  const { maxText, content, humanAgentWindowHours } = channelCapabilities[type];
  // Instagram's API accepts no tag with a reaction.
  const takesTag = humanAgentWindowHours !== null && body.type !== 'reaction';
  if (body.messageTag !== undefined && !takesTag) {
    return violation('tag_not_supported', 'messageTag');
  }
  const isReply = 'replyToMessageId' in body && body.replyToMessageId !== undefined;
  if (isReply && !content.replies.includes(body.type)) {
    return violation('reply_not_supported', 'replyToMessageId');
  }
  switch (body.type) {
    case 'text':
      return refuseText(body.text, maxText);
    case 'interactive':
      return refusePrompt(type, body.interactive);
    case 'location':
    case 'reaction':
      return undefined;
    case 'template':
      return refuseFile(type, body, media);
    default:
      return refuseMedia(type, body) ?? refuseFile(type, body, media);
  }
}

function refuseMedia(
  type: ChannelType,
  body: Extract<Sendable, { media: unknown }>,
): ServiceError | undefined {
  const { media, maxCaption, voice } = channelCapabilities[type].content;
  if (body.type === 'audio' && body.voice && !voice) {
    return violation('voice_not_supported', 'voice');
  }
  if (!('caption' in body) || body.caption === undefined) return undefined;
  const limits = media.find((known) => known.type === body.type);
  if (!limits?.caption || !maxCaption) return violation('caption_not_supported', 'caption');
  return refuseText(body.caption, maxCaption);
}

function refusePrompt(type: ChannelType, prompt: Prompt): ServiceError | undefined {
  const { prompts } = channelCapabilities[type].content;
  const limits = prompts.find(({ kind }) => kind === prompt.kind);
  if (!limits) return unsupported(type, `interactive.${prompt.kind}`);
  if (!limits.headerAndFooter) {
    if (prompt.header !== undefined) return frameViolation('header');
    if (prompt.footer !== undefined) return frameViolation('footer');
  }
  const tooLong = refuseText(prompt.text, limits.maxText);
  if (tooLong || prompt.kind === 'cta_url') return tooLong;
  const options = optionsOf(prompt);
  const field = prompt.kind === 'list' ? 'interactive.sections' : 'interactive.buttons';
  if (options.length > limits.maxOptions) {
    const count = `There are ${options.length} options`;
    return violation('max_options', field, `${count}; this channel allows ${limits.maxOptions}.`);
  }
  const isUntitled =
    prompt.kind === 'list' &&
    prompt.sections.length > 1 &&
    prompt.sections.some(({ title }) => title === undefined);
  if (isUntitled) return violation('section_title_required', field);
  const ids = new Set(options.map(({ id }) => id));
  if (ids.size < options.length) return violation('unique_ids', field);
  const titles = new Set(options.map(({ title }) => title));
  if (prompt.kind === 'buttons' && titles.size < options.length) {
    return violation('unique_titles', field);
  }
  for (const part of ['title', 'id'] as const) {
    const limit = part === 'title' ? limits.maxTitle : limits.maxId;
    const lengths = options.map((option) => lengthIn('characters', option[part]));
    const at = lengths.findIndex((length) => length > limit);
    if (at < 0) continue;
    const length = `The \`${part}\` of option ${at + 1} has ${lengths[at]} characters`;
    return violation(`max_${part}`, field, `${length}; this channel allows ${limit}.`);
  }
  return undefined;
}

/**
 * Returns the error for a text that is too long; undefined for any other. Counts only long texts: a text has at most as
 * many characters as UTF-16 units, and at most three bytes for each unit.
 */
function refuseText(text: string, { limit, unit }: TextLimit): ServiceError | undefined {
  if (text.length * 3 <= limit) return undefined;
  const actual = lengthIn(unit, text);
  if (actual <= limit) return undefined;
  return new ServiceError('SVC-TEXT-TOO-LONG', { limit, unit, actual });
}

function unsupported(channelType: ChannelType, type: string): ServiceError {
  return new ServiceError('SVC-CONTENT-UNSUPPORTED', { channelType, type });
}

function frameViolation(field: 'header' | 'footer'): ServiceError {
  return violation(`${field}_not_supported`, `interactive.${field}`);
}

interface Naming {
  readonly messageId: string;
  /** The message that the new one replies or reacts to. */
  readonly target: Message | undefined;
  /** The template of the message; undefined when the server does not know it. */
  readonly template?: TemplateRecord | undefined;
  /** The stored file that the message names. */
  readonly media?: StoredMedia | undefined;
  readonly warnings?: Message['warnings'];
}

/** Returns the text and the content of an outgoing message, as they are stored and as the API shows them. */
export function outgoingContent(
  body: Sendable,
  { target, warnings = [], ...named }: Naming,
): { text: string | null; content: MessageContent | null } {
  const targetIds = target && { messageId: target.id, externalId: target.externalId };
  const content = givenFields({
    ...fieldsOf(body, named),
    reaction:
      body.type === 'reaction'
        ? { emoji: body.reaction.emoji, messageId: null, externalId: null, ...targetIds }
        : undefined,
    replyTo: body.type === 'reaction' ? undefined : targetIds,
    warnings: warnings.length > 0 ? warnings : undefined,
  });
  return {
    text: textOf(body, named.template),
    content: Object.keys(content).length > 0 ? content : null,
  };
}

function textOf(body: Sendable, template: TemplateRecord | undefined): string | null {
  if (body.type === 'text') return body.text;
  if (body.type === 'template') return template ? previewOf(template, body.template).text : null;
  if (body.type === 'interactive') return body.interactive.text;
  return 'caption' in body ? (body.caption ?? null) : null;
}

function fieldsOf(
  body: Sendable,
  { messageId, template, media }: Omit<Naming, 'target' | 'warnings'>,
): MessageContent {
  switch (body.type) {
    case 'text':
    case 'reaction':
      return {};
    case 'template':
      return { template: describeTemplate(body.template, template, media) };
    case 'location': {
      const { latitude, longitude, name = null, address = null } = body.location;
      return { location: { latitude, longitude, name, address } };
    }
    case 'interactive':
      return { prompt: promptOf(body.interactive) };
    default:
      return { attachments: [attachmentOf(body, messageId, media)] };
  }
}

function attachmentOf(
  body: Extract<Sendable, { media: unknown }>,
  messageId: string,
  media: StoredMedia | undefined,
): StoredAttachment {
  return {
    // An outbound message has at most one file, so its ID can be made from that of the message.
    id: messageId.replace(/^msg/, 'att'),
    kind: body.type,
    mimeType: media?.mimeType ?? null,
    filename: ('filename' in body ? body.filename : undefined) ?? media?.filename ?? null,
    sizeBytes: media?.sizeBytes ?? null,
    sha256: media?.sha256 ?? null,
    url: media ? mediaPath(media.id) : (body.media.url ?? null),
    mediaId: media?.id ?? null,
    isVoice: body.type === 'audio' && body.voice === true,
    status: 'stored',
    failureReason: null,
    providerId: null,
    providerUrl: null,
  };
}

function promptOf(prompt: Prompt): NonNullable<Message['prompt']> {
  return {
    kind: prompt.kind,
    header: prompt.header ?? null,
    footer: prompt.footer ?? null,
    button: prompt.kind === 'buttons' ? null : prompt.button,
    url: prompt.kind === 'cta_url' ? prompt.url : null,
    options: optionsOf(prompt),
  };
}

function optionsOf(prompt: Prompt): NonNullable<Message['prompt']>['options'] {
  if (prompt.kind === 'cta_url') return [];
  if (prompt.kind === 'buttons') {
    return prompt.buttons.map(({ id, title }) => ({ id, title, description: null, section: null }));
  }
  return prompt.sections.flatMap(({ title: section = null, rows }) =>
    rows.map(({ id, title, description = null }) => ({ id, title, description, section })),
  );
}
