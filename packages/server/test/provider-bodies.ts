// Webhooks of Instagram and TikTok, one of each kind that their documentation describes, with what they lead to.

export type Json = Readonly<Record<string, unknown>>;

export interface Case {
  readonly body: Json;
  /** The message whose ID at the provider this is, when everything has been taken in. */
  readonly message?: Json & { readonly externalId: string };
  /** The reason why the item is kept. */
  readonly kept?: string;
}

export interface Account {
  /** By which webhooks name the account of the business. */
  readonly id: string;
  /** An ID of the provider for a name. */
  named(name: string): string;
}

export type Cases = Readonly<Record<string, Case>>;

export const startedMs = Date.now() - 60_000;
const url = 'https://cdn.example/1';

export function instagramCases({ id: account, named }: Account): Cases {
  const customer = '17841400000000001';
  const bodyOf = (at: number, event: Json, list: object = {}): Json => {
    const timestamp = startedMs + at * 100;
    const people = { sender: { id: customer }, recipient: { id: account } };
    const messaging = [{ ...people, timestamp, ...event }];
    const entry = [{ id: account, time: timestamp, messaging, ...list }];
    return { object: 'instagram', entry };
  };
  const echoed = { sender: { id: account }, recipient: { id: customer } };
  const received = (name: string, message: Json, expected: Json): Case => ({
    body: bodyOf(1, { message: { mid: named(name), ...message } }),
    message: { externalId: named(name), status: 'received', from: customer, ...expected },
  });
  const attached = (name: string, type: string, expected: Json): Case =>
    received(name, { attachments: [{ type, payload: { url } }] }, expected);
  const share = { type: 'share', attachments: [] };
  const reacted = (at: number, action: string, more: Json = {}): Case => ({
    body: bodyOf(at, { reaction: { mid: named('liked'), action, ...more } }),
  });
  const kept = (field: string, value: Json): Case => ({
    body: bodyOf(2, { [field]: value }),
    kept: field,
  });
  const postback = { mid: named('tapped'), title: 'Start', payload: 'START' };
  const fromTest = { sender: { id: customer }, recipient: { id: account }, timestamp: startedMs };
  return {
    text: received('text', { text: 'Olá 👋' }, { type: 'text', text: 'Olá 👋' }),
    image: attached('image', 'image', {
      type: 'image',
      attachments: [{ kind: 'image', url: null, status: 'pending' }],
    }),
    video: attached('video', 'video', { type: 'video', attachments: [{ kind: 'video' }] }),
    audio: attached('audio', 'audio', { type: 'audio', attachments: [{ kind: 'audio' }] }),
    file: attached('file', 'file', { type: 'document', attachments: [{ kind: 'document' }] }),
    'several images': received(
      'images',
      { attachments: ['1', '2'].map((n) => ({ type: 'image', payload: { url: url + n } })) },
      { type: 'image', attachments: [{}, {}] },
    ),
    share: attached('share', 'share', share),
    'shared post': attached('post', 'ig_post', {
      ...share,
      providerContent: { attachments: [{ type: 'ig_post' }] },
    }),
    'shared reel': attached('reel', 'ig_reel', share),
    'shared reel, old name': attached('old reel', 'reel', share),
    'shared story': attached('story', 'ig_story', share),
    'mention in a story': attached('mention', 'story_mention', share),
    template: attached('template', 'template', share),
    'answer to a story': received(
      'on story',
      { text: 'Nice', reply_to: { story: { id: '1', url } } },
      { type: 'text', providerContent: { reply_to: { story: { id: '1' } } } },
    ),
    'answer to a story with a shared post': received(
      'post on story',
      {
        attachments: [{ type: 'ig_reel', payload: { url, title: 'Reel' } }],
        reply_to: { story: { id: '1', url } },
      },
      {
        type: 'share',
        providerContent: {
          reply_to: { story: { id: '1' } },
          attachments: [{ type: 'ig_reel', payload: { title: 'Reel' } }],
        },
      },
    ),
    'answer to a message': received(
      'answer',
      { text: 'This', reply_to: { mid: named('gone') } },
      { type: 'text', replyTo: { messageId: null, externalId: named('gone') } },
    ),
    'quick reply': received(
      'quick',
      { text: 'Yes', quick_reply: { payload: 'YES' } },
      { type: 'interactive', interactive: { kind: 'button_reply', id: 'YES', title: 'Yes' } },
    ),
    'message from an ad': received(
      'ad',
      {
        text: 'Hi',
        referral: { ref: 'r', ad_id: '7', source: 'ADS', ads_context_data: { ad_title: 'Sale' } },
      },
      {
        type: 'text',
        referral: { sourceType: 'ADS', sourceId: '7', headline: 'Sale', clickId: 'r' },
      },
    ),
    'unsupported message': received(
      'unknown',
      { is_unsupported: true },
      { type: 'unsupported', providerContent: { is_unsupported: true } },
    ),
    'type of an attachment that is new': attached('new', 'hologram', { type: 'unsupported' }),
    postback: {
      body: bodyOf(1, { postback }),
      message: { externalId: named('tapped'), type: 'interactive', text: 'Start' },
    },
    'click on a link to the conversation': {
      body: bodyOf(7, { referral: { ref: 'flyer', source: 'SHORTLINKS', type: 'OPEN_THREAD' } }),
      message: {
        externalId: `referral:${customer}:${startedMs + 700}`,
        type: 'system',
        referral: { sourceType: 'SHORTLINKS', clickId: 'flyer' },
      },
    },
    'message of the test button': {
      body: {
        ...bodyOf(1, {}),
        entry: [
          {
            id: account,
            time: startedMs,
            changes: [
              {
                field: 'messages',
                value: { ...fromTest, message: { mid: named('button'), text: 'Test' } },
              },
            ],
          },
        ],
      },
      message: { externalId: named('button'), type: 'text', text: 'Test' },
    },
    'message while another app has the conversation': {
      body: bodyOf(
        1,
        {},
        {
          messaging: [],
          standby: [{ ...fromTest, message: { mid: named('standby'), text: 'Wait' } }],
        },
      ),
      message: { externalId: named('standby'), type: 'text', text: 'Wait' },
    },
    'edited message': received('edited', { text: 'before' }, { type: 'text', text: 'after' }),
    'announcement of a message': {
      body: bodyOf(1, { message_edit: { mid: named('edited'), num_edit: 0 } }),
    },
    'first edit': {
      body: bodyOf(3, { message_edit: { mid: named('edited'), text: 'between', num_edit: 1 } }),
    },
    'second edit': {
      body: bodyOf(4, { message_edit: { mid: named('edited'), text: 'after', num_edit: 2 } }),
    },
    'deleted message': received('deleted', { text: 'gone' }, { text: null, isDeleted: true }),
    deletion: { body: bodyOf(3, { message: { mid: named('deleted'), is_deleted: true } }) },
    'liked message': received('liked', { text: 'Good' }, { reactions: [{ emoji: '😮' }] }),
    reaction: reacted(2, 'react', { reaction: 'love', emoji: '❤️' }),
    'end of the reaction': reacted(3, 'unreact'),
    'other reaction': reacted(4, 'react', { reaction: 'wow', emoji: '😮' }),
    echo: {
      body: bodyOf(2, {
        ...echoed,
        message: { mid: named('echo'), text: 'From the app', is_echo: true },
      }),
      message: { externalId: named('echo'), status: 'read', source: { type: 'echo' } },
    },
    'echo of a file': {
      body: bodyOf(3, {
        ...echoed,
        message: {
          mid: named('echo of a file'),
          attachments: [{ type: 'image', payload: { url } }],
          is_echo: true,
        },
      }),
      message: { externalId: named('echo of a file'), status: 'read', type: 'image' },
    },
    'message to oneself': {
      body: bodyOf(6, {
        sender: { id: account },
        recipient: { id: account },
        message: { mid: named('to oneself'), text: 'Note', is_echo: true, is_self: true },
      }),
    },
    'later echo': {
      body: bodyOf(9, {
        ...echoed,
        message: { mid: named('later echo'), text: 'Later', is_echo: true },
      }),
      message: { externalId: named('later echo'), status: 'sent' },
    },
    'deleted echo': {
      body: bodyOf(2, {
        ...echoed,
        message: { mid: named('unsent'), text: 'Sorry', is_echo: true },
      }),
      message: { externalId: named('unsent'), isDeleted: true },
    },
    'deletion of an echo': {
      body: bodyOf(3, {
        ...echoed,
        message: { mid: named('unsent'), is_echo: true, is_deleted: true },
      }),
    },
    read: { body: bodyOf(5, { read: { mid: named('echo of a file') } }) },
    'opt-in': kept('optin', { type: 'notification_messages' }),
    handover: kept('pass_thread_control', { new_owner_app_id: '1' }),
    feedback: kept('response_feedback', { feedback: 'Good' }),
  };
}

export function tiktokCases({ id: account, named }: Account): Cases {
  const conversation = '7512345678901234567+1';
  const bodyOf = (at: number, event: string, content: object): Json => ({
    client_key: 'app',
    event,
    create_time: Math.floor(startedMs / 1_000),
    user_openid: account,
    content: JSON.stringify({
      conversation_id: conversation,
      timestamp: startedMs + at * 100,
      ...content,
    }),
  });
  const received = (name: string, content: Json, expected: Json): Case => ({
    body: bodyOf(1, 'im_receive_msg', { message_id: named(name), from: 'ana', ...content }),
    message: { externalId: named(name), status: 'received', from: conversation, ...expected },
  });
  const echo = (name: string, at: number, content: Json, expected: Json): Case => ({
    body: bodyOf(at, 'im_send_msg', {
      message_id: named(name),
      message_tag: { source: 'APP' },
      ...content,
    }),
    message: { externalId: named(name), source: { type: 'echo' }, ...expected },
  });
  const textOf = (body: string) => ({ type: 'text', text: { body } });
  const reaction = (at: number, operation: string, emoji: string): Case => ({
    body: bodyOf(at, 'im_receive_msg', {
      type: 'reaction',
      reaction: [{ operation, type: 'EMOJI', emoji, original_msg_id: named('liked') }],
    }),
  });
  const file = (kind: string) => ({ type: kind, attachments: [{ kind, status: 'pending' }] });
  // Such an event has no ID, so the conversation and the time name it.
  let clicks = 20;
  const referral = (given: Json, expected: Json): Case => {
    clicks += 1;
    const externalId = `referral:${conversation}:${startedMs + clicks * 100}`;
    const body = bodyOf(clicks, 'im_referral_msg', { referral: given });
    return { body, message: { externalId, type: 'system', referral: expected } };
  };
  return {
    text: received('text', textOf('Olá 👋'), { type: 'text', text: 'Olá 👋' }),
    image: received('image', { type: 'image', image: { media_id: 'm1' } }, file('image')),
    video: received('video', { type: 'video', video: { media_id: 'm2' } }, file('video')),
    emoji: received('emoji', { type: 'emoji', emoji: { url } }, file('sticker')),
    sticker: received('sticker', { type: 'sticker', sticker: { url } }, file('sticker')),
    'shared post': received(
      'post',
      { type: 'share_post', share_post: { embed_url: url } },
      { type: 'share', providerContent: { share_post: { embed_url: url } } },
    ),
    'tap on a button': received(
      'tap',
      { ...textOf('Yes'), reply_source_payload: { reply_source_unique_id: 'yes' } },
      { type: 'interactive', interactive: { kind: 'button_reply', id: 'yes', title: 'Yes' } },
    ),
    'answer to a message': received(
      'answer',
      { ...textOf('This'), referenced_message_info: { referenced_message_id: named('gone') } },
      { type: 'text', replyTo: { externalId: named('gone') } },
    ),
    template: received(
      'template',
      { type: 'template', template: { title: 'Hi' } },
      { type: 'unsupported', providerContent: { type: 'template' } },
    ),
    'type that is new': received(
      'new',
      { type: 'hologram', hologram: 1 },
      { type: 'unsupported', providerContent: { hologram: 1 } },
    ),
    'click on an ad': referral(
      {
        source: 'ad',
        ad: { advertiser_id: '7', ad_id: '12', ad_name: 'Rye', embed_url: url },
      },
      { sourceType: 'ad', sourceId: '12', sourceUrl: url, headline: 'Rye' },
    ),
    'click on a link': referral(
      { source: 'short_link', short_link: { ref: 'flyer', prefilled_message: 'Hello' } },
      { sourceType: 'short_link', clickId: 'flyer' },
    ),
    'liked message': received('liked', textOf('Good'), { reactions: [{ emoji: '👍' }] }),
    reaction: reaction(2, 'ADD', '❤️'),
    'end of the reaction': reaction(3, 'REMOVE', '❤️'),
    'other reaction': reaction(4, 'ADD', '👍'),
    echo: echo('echo', 2, textOf('From the app'), { type: 'text', status: 'read' }),
    'echo of an image': echo(
      'echo of an image',
      3,
      { type: 'image', image: { media_id: 'm3' }, message_tag: { source: 'WEB' } },
      { type: 'image', status: 'read' },
    ),
    'echo of an API': echo(
      'echo of an API',
      4,
      { ...textOf('By another tool'), message_tag: { source: 'API' } },
      { type: 'text', status: 'read' },
    ),
    'later echo': echo('later echo', 9, textOf('Later'), { status: 'sent' }),
    read: {
      body: bodyOf(6, 'im_mark_read_msg', { read: { last_read_timestamp: startedMs + 600 } }),
    },
    'event without a conversation': {
      body: bodyOf(1, 'im_receive_msg_eu', { conversation_id: undefined, to: 'x' }),
      kept: 'im_receive_msg_eu',
    },
    'event that is new': { body: bodyOf(1, 'im_dance_msg', {}), kept: 'im_dance_msg' },
  };
}
