import * as z from 'zod';

/** What each event says, for people. */
export const eventDescriptions = {
  'message.received': 'A customer wrote.',
  'message.queued': 'A message was accepted and waits to be sent.',
  'message.sent': 'The provider took a message.',
  'message.delivered': 'A message reached the recipient.',
  'message.read': 'The recipient read a message.',
  'message.failed': 'A message will not arrive; `error` says why.',
  'message.canceled': 'A queued message was canceled.',
  'conversation.created': 'A conversation began.',
  'conversation.updated':
    'Priority, subject, tags or metadata of a conversation changed, or it was marked unread.',
  'conversation.status_changed': 'A conversation was opened, closed, snoozed or handed to a bot.',
  'conversation.assigned': 'A conversation was given to a member, or to nobody.',
  'conversation.read': 'A conversation was marked as read.',
  'contact.created': 'A contact was made, by request or by their first message.',
  'contact.updated': 'Fields of a contact changed.',
  'contact.tags_changed': 'The tags of a contact changed.',
  'channel.created': 'A channel was made.',
  'channel.updated': 'Name, address, settings or metadata of a channel changed.',
  'channel.status_changed': 'A channel became active, was disabled or failed.',
  'channel.deleted': 'A channel was deleted; its history stays.',
  'api_key.created': 'An API key was made.',
  'api_key.revoked': 'An API key was revoked.',
  'knowledge_source.created': 'A knowledge source was added.',
  'knowledge_source.updated': 'A knowledge source was changed, archived or brought back.',
  'knowledge_source.ready': 'A knowledge source can be searched, as it is now.',
  'knowledge_source.failed':
    'A knowledge source could not be fetched or read; `error` says why, `status` whether it is found.',
  'knowledge_source.deleted': 'A knowledge source was deleted.',
  'knowledge_faq.created': 'An FAQ was added.',
  'knowledge_faq.updated': 'An FAQ was changed, published or archived.',
  'knowledge_faq.deleted': 'An FAQ was deleted.',
  'webhook_endpoint.disabled':
    'A webhook endpoint was disabled: it failed for too long, or answered 410.',
  'webhook.test': 'You asked for a test of a webhook endpoint; nothing happened.',
} as const satisfies Readonly<Record<string, string>>;

export type EventType = keyof typeof eventDescriptions;
export const eventTypes = Object.keys(eventDescriptions) as EventType[];

/** Recorded only for receivers that name the type: `*` does not include it. */
export const quietEventTypes = ['message.queued'] as const satisfies readonly EventType[];

const patterns = new Set<string>([
  '*',
  ...eventTypes,
  ...eventTypes.map((type) => `${type.slice(0, type.indexOf('.'))}.*`),
]);

/** A type that there is, all types of a group (`message.*`), or `*`. */
export const eventPattern = z
  .string()
  .max(64)
  .refine((text) => patterns.has(text), {
    message:
      'must be a type of event, such as message.sent, all of a group, such as message.*, or *',
    params: { code: 'invalid_enum' },
  })
  .describe(
    'A type of event, all types of a group (`message.*`), or `*` for all but `message.queued`.',
  );

/** Whether a pattern takes in a type. Quiet types must be named. */
export function matchesEvent(pattern: string, type: EventType): boolean {
  if (pattern === type) return true;
  if ((quietEventTypes as readonly string[]).includes(type)) return false;
  return pattern === '*' || pattern === `${type.slice(0, type.indexOf('.'))}.*`;
}
