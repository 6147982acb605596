import { cutAt } from '@parley/search';
import type { MessageContent } from './content.ts';
import { lastMessageText } from './conversations.ts';
import type { StoredMessage } from './messages.ts';

// Edits, deletions and reactions. Providers may report them twice, and in another order than that in which they happened.

/** A change that a customer makes to an earlier message. */
export type CustomerChange =
  | { readonly kind: 'edit'; readonly text: string | null }
  | { readonly kind: 'revoke' }
  | { readonly kind: 'reaction'; readonly from: string; readonly emoji: string | null };

/**
 * Returns the message after the customer edited or deleted it; the same message when this change or a newer one is
 * already stored. A deleted message has no content.
 */
export function changedByCustomer(
  message: StoredMessage,
  change: CustomerChange,
  { at, now }: { readonly at: string; readonly now: string },
): StoredMessage {
  if (message.isDeleted) return message;
  switch (change.kind) {
    case 'revoke':
      return { ...message, isDeleted: true, text: null, content: null, updatedAt: now };
    case 'edit':
      if (isKnownEdit(message, change.text, at)) return message;
      return { ...message, text: change.text, editedAt: at, updatedAt: now };
    case 'reaction':
      return reactedTo(message, change, { at, now });
  }
}

/** The maximum number of reactions, and of removed ones, that a message keeps. Each one rewrites all of them. */
const mostReactions = 100;
const emojiLength = 64;

/** Returns whether the message has this edit already, or a newer one. */
function isKnownEdit({ text, editedAt }: StoredMessage, edited: string | null, at: string) {
  return editedAt !== null && (editedAt > at || (editedAt === at && text === edited));
}

function reactedTo(
  message: StoredMessage,
  { from, emoji }: { readonly from: string; readonly emoji: string | null },
  { at, now }: { readonly at: string; readonly now: string },
): StoredMessage {
  const { reactions = [], removedReactions = [], ...rest } = message.content ?? {};
  const shown = reactions.find((one) => one.from === from);
  const earlier = shown ?? removedReactions.find((one) => one.from === from);
  const made = emoji === null ? null : { from, emoji: cutAt(emoji, emojiLength), at };
  const isSame = earlier?.at === at && (shown?.emoji ?? null) === (made?.emoji ?? null);
  if (earlier && (earlier.at > at || isSame)) return message;
  const otherShown = reactions.filter((one) => one !== shown);
  const otherRemoved = removedReactions.filter((one) => one.from !== from);
  const nowShown = made ? [...otherShown, made] : otherShown;
  // The reaction that the customer removed may still arrive.
  const nowRemoved = made ? otherRemoved : [...otherRemoved, { from, at }];
  const content: MessageContent = {
    ...rest,
    ...(nowShown.length > 0 && { reactions: nowShown.slice(-mostReactions) }),
    ...(nowRemoved.length > 0 && { removedReactions: nowRemoved.slice(-mostReactions) }),
  };
  const isVisible = shown !== undefined || made !== null;
  return { ...message, content, ...(isVisible && { updatedAt: now }) };
}

/**
 * Returns the fields of the conversation after a change of its last message; undefined when the text is the same.
 */
export function lastTextAfter(before: StoredMessage, { text, updatedAt }: StoredMessage) {
  return text === before.text ? undefined : { lastMessageText: lastMessageText(text), updatedAt };
}
