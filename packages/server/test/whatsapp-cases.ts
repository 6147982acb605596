import { type Account, type Case, type Cases, type Json, startedMs } from './provider-bodies.ts';
import { whatsappBody } from './whatsapp-bodies.ts';

/** Returns webhooks of each kind that `messagesOfEveryType` leaves out. */
export function whatsappCases({ id: number, named }: Account): Cases {
  const customer = '5511987654321';
  const at = (second: number) => ({ timestamp: `${Math.floor(startedMs / 1_000) + second}` });
  const bodyOf = (value: Json, field = 'messages') => whatsappBody(number, value, field);
  const textOf = (body: string) => ({ type: 'text', text: { body } });
  const written = (name: string, second: number, content: Json) =>
    bodyOf({ messages: [{ id: named(name), from: customer, ...at(second), ...content }] });
  const received = (name: string, content: Json, expected: Json): Case => ({
    body: written(name, 1, content),
    message: { externalId: named(name), status: 'received', from: customer, ...expected },
  });
  const reaction = (name: string, second: number, emoji: Json): Case => ({
    body: written(name, second, {
      type: 'reaction',
      reaction: { message_id: named('liked'), ...emoji },
    }),
    message: { externalId: named(name), type: 'reaction' },
  });
  const change = (name: string, second: number, content: Json): Case => ({
    body: written(name, second, content),
  });
  const inApp = (name: string, second: number, content: Json) =>
    bodyOf(
      {
        message_echoes: [
          { id: named(name), from: '15550783881', to: customer, ...at(second), ...content },
        ],
      },
      'smb_message_echoes',
    );
  const echo = (name: string, content: Json, expected: Json): Case => ({
    body: inApp(name, 1, content),
    message: { externalId: named(name), source: { type: 'echo' }, to: customer, ...expected },
  });
  const system = (name: string, type: string, more: Json): Case => ({
    body: bodyOf({
      messages: [
        {
          id: named(name),
          ...at(1),
          type: 'system',
          system: { body: 'changed', type, ...more },
          ...(type === 'user_changed_user_id'
            ? { from_user_id: 'BR.2' }
            : { from: '5511911111111' }),
        },
      ],
    }),
    message: { externalId: named(name), type: 'system', text: 'changed' },
  });
  const preference = (wa_id: string, value: string) => ({
    user_preferences: [{ wa_id, category: 'marketing_messages', value, ...at(1) }],
  });
  /** A webhook about the business account names no phone number. */
  const ofAccount = (field: string, value: Json): Json => ({
    object: 'whatsapp_business_account',
    entry: [{ id: `waba${number}`, changes: [{ field, value }] }],
  });
  const aTemplate = {
    message_template_id: 1_689_556_908_129_832,
    message_template_name: 'order_update',
    message_template_language: 'en_US',
  };
  const templateEvents = [
    'PENDING',
    'REJECTED',
    'PAUSED',
    'DISABLED',
    'IN_APPEAL',
    'PENDING_DELETION',
    'DELETED',
    'LIMIT_EXCEEDED',
    'FLAGGED',
    'REINSTATED',
    'LOCKED',
    'ARCHIVED',
    'UNARCHIVED',
  ];
  const unused = [
    'account_alerts',
    'account_review_update',
    'flows',
    'history',
    'message_template_dance',
    'partner_solutions',
    'phone_number_name_update',
    'security',
    'smb_app_state_sync',
  ];
  return {
    'liked message': received('liked', textOf('Good'), { reactions: [{ emoji: '😮' }] }),
    reaction: reaction('reaction', 2, { emoji: '❤️' }),
    'end of the reaction': reaction('no reaction', 3, { emoji: '' }),
    'other reaction': reaction('other reaction', 4, { emoji: '😮' }),
    'edited message': received('edited', textOf('before'), { text: 'after' }),
    edit: change('edit', 2, {
      type: 'edit',
      edit: { original_message_id: named('edited'), message: textOf('after') },
    }),
    'deleted message': received('deleted', textOf('gone'), { text: null, isDeleted: true }),
    deletion: change('deletion', 2, {
      type: 'revoke',
      revoke: { original_message_id: named('deleted') },
    }),
    'forwarded message': received(
      'forwarded',
      { ...textOf('News'), context: { forwarded: true, frequently_forwarded: true } },
      { text: 'News', replyTo: null },
    ),
    'first contact without a message': received(
      'welcome',
      { type: 'request_welcome' },
      { type: 'unsupported', providerContent: { type: 'request_welcome' } },
    ),
    'other number': system('number', 'user_changed_number', { wa_id: '5511922222222' }),
    'other user ID': system('user ID', 'user_changed_user_id', {
      user_id: 'BR.2',
      previous_user_id: 'BR.1',
    }),
    'update of a user ID': {
      body: bodyOf(
        { user_id_update: [{ wa_id: customer, user_id: { previous: 'BR.3', current: 'BR.4' } }] },
        'user_id_update',
      ),
    },
    'end of marketing': { body: bodyOf(preference('5511933333333', 'stop'), 'user_preferences') },
    'marketing again': { body: bodyOf(preference('5511944444444', 'resume'), 'user_preferences') },
    'other preference': {
      body: bodyOf(preference('5511955555555', 'signup'), 'user_preferences'),
      kept: 'user_preferences',
    },
    'message in the app': echo('in the app', textOf('From the app'), { text: 'From the app' }),
    'image in the app': echo(
      'image in the app',
      { type: 'image', image: { id: '9', mime_type: 'image/png', caption: 'Menu' } },
      { type: 'image', text: 'Menu', attachments: [{ kind: 'image' }] },
    ),
    'deleted in the app': echo('unsent', textOf('Sorry'), { isDeleted: true, text: null }),
    'deletion in the app': {
      body: inApp('unsending', 2, {
        type: 'revoke',
        revoke: { original_message_id: named('unsent') },
      }),
    },
    'status of a message to a group': {
      body: bodyOf({
        statuses: [
          {
            id: named('to a group'),
            status: 'read',
            ...at(1),
            recipient_type: 'group',
            recipient_id: 'group',
          },
        ],
      }),
    },
    'error of the account': {
      body: bodyOf({ errors: [{ code: 130_429, title: 'Rate limit hit' }] }),
      kept: 'messages',
    },
    call: { body: bodyOf({ calls: [{ id: 'wacid.1' }] }, 'calls'), kept: 'calls' },
    'update of the account': {
      body: ofAccount('account_update', { event: 'VERIFIED_ACCOUNT' }),
      kept: 'account_update VERIFIED_ACCOUNT',
    },
    'banned account': {
      body: ofAccount('account_update', {
        event: 'DISABLED_UPDATE',
        ban_info: { waba_ban_state: 'DISABLE', waba_ban_date: 'May 1' },
      }),
    },
    'end of the ban': {
      body: ofAccount('account_update', {
        event: 'DISABLED_UPDATE',
        ban_info: { waba_ban_state: 'REINSTATE' },
      }),
    },
    'announced ban': {
      body: ofAccount('account_update', {
        event: 'DISABLED_UPDATE',
        ban_info: { waba_ban_state: 'SCHEDULE_FOR_DISABLE', waba_ban_date: 'May 1' },
      }),
    },
    'restricted account': {
      body: ofAccount('account_update', {
        event: 'ACCOUNT_RESTRICTION',
        restriction_info: [
          { restriction_type: 'RESTRICTED_BIZ_INITIATED_MESSAGING', expiration: 1_641_330_498 },
        ],
      }),
    },
    'restriction without a type': {
      body: ofAccount('account_update', { event: 'ACCOUNT_RESTRICTION' }),
      kept: 'account_update ACCOUNT_RESTRICTION',
    },
    'violation of the rules': {
      body: ofAccount('account_update', {
        event: 'ACCOUNT_VIOLATION',
        violation_info: { violation_type: 'SCAM' },
      }),
    },
    'approved template': {
      body: ofAccount('message_template_status_update', { event: 'APPROVED', ...aTemplate }),
    },
    ...Object.fromEntries(
      templateEvents.map((event) => [
        `template ${event}`,
        { body: ofAccount('message_template_status_update', { event, ...aTemplate }) },
      ]),
    ),
    'rejected template with advice': {
      body: ofAccount('message_template_status_update', {
        event: 'REJECTED',
        reason: 'INVALID_FORMAT',
        rejection_info: { reason: 'The sample is missing.', recommendation: 'Add a sample.' },
        ...aTemplate,
      }),
    },
    'template with another status': {
      body: ofAccount('message_template_status_update', { event: 'DANCED', ...aTemplate }),
      kept: 'message_template_status_update DANCED',
    },
    'quality of a template': {
      body: ofAccount('message_template_quality_update', {
        previous_quality_score: 'GREEN',
        new_quality_score: 'YELLOW',
        ...aTemplate,
      }),
    },
    'category of a template': {
      body: ofAccount('template_category_update', {
        previous_category: 'UTILITY',
        new_category: 'MARKETING',
        ...aTemplate,
      }),
    },
    'announced category of a template': {
      body: ofAccount('template_category_update', { correct_category: 'MARKETING', ...aTemplate }),
    },
    'content of a template': {
      body: ofAccount('message_template_components_update', {
        message_template_element: 'Hello',
        ...aTemplate,
      }),
    },
    'flagged number': {
      body: ofAccount('phone_number_quality_update', {
        display_phone_number: '15550783881',
        event: 'FLAGGED',
        current_limit: 'TIER_10K',
      }),
    },
    'number with another event': {
      body: ofAccount('phone_number_quality_update', {
        display_phone_number: '15550783881',
        event: 'DANCED',
      }),
      kept: 'phone_number_quality_update DANCED',
    },
    'limit of a business': {
      body: ofAccount('business_capability_update', {
        max_daily_conversations_per_business: 10_000,
      }),
    },
    'capability without a limit': {
      body: ofAccount('business_capability_update', { max_phone_numbers_per_waba: 25 }),
      kept: 'business_capability_update',
    },
    ...Object.fromEntries(
      unused.map((field) => [field, { body: ofAccount(field, { event: 'NEW' }), kept: field }]),
    ),
  };
}
