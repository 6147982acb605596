import type { Message } from '@parley/contract/schemas';
import type { Outgoing } from '../connections.ts';
import { reactionTo } from './reactions.ts';

// `POST /me/messages` of the Instagram API with Instagram login.

export function instagramBody({ message, targetId, fileReference }: Outgoing): object {
  const recipient = { id: message.to };
  const { reaction, messageTag } = message;
  if (reaction) {
    const payload = { message_id: targetId ?? '' };
    if (reaction.emoji === null) return { recipient, sender_action: 'unreact', payload };
    const named = reactionTo(reaction.emoji);
    return { recipient, sender_action: 'react', payload: { ...payload, reaction: named } };
  }
  return {
    recipient,
    ...(messageTag === 'human_agent' && { messaging_type: 'MESSAGE_TAG', tag: 'HUMAN_AGENT' }),
    message: contentOf(message, fileReference),
    ...(targetId !== undefined && { reply_to: { mid: targetId } }),
  };
}

function contentOf(
  { type, text, prompt, attachments: [file] }: Message,
  fileReference: string | undefined,
): object {
  if (prompt?.kind === 'cta_url') {
    const button = { type: 'web_url', url: prompt.url, title: prompt.button };
    const payload = { template_type: 'button', text, buttons: [button] };
    return { attachment: { type: 'template', payload } };
  }
  if (prompt) {
    const replies = prompt.options.map(({ id, title }) => ({
      content_type: 'text',
      title,
      payload: id,
    }));
    return { text, quick_replies: replies };
  }
  if (!file) return { text };
  const kind = type === 'document' ? 'file' : type;
  return { attachment: { type: kind, payload: { url: fileReference ?? file.url } } };
}
