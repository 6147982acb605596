/**
 * The rules of SVC-RULE-VIOLATION: what each one asks for, and what to do. The sentences are the messages of the errors
 * and a table of the reference. `{field}` stands for the field of the request.
 */
export const errorRules = {
  active_user: 'The user that `{field}` names is inactive. Name an active user.',
  address_on_channel:
    'The contact has no address of its own on this channel. Use another channel, or link an address first.',
  after_from: '`to` must be after `from`.',
  all_stages_once: '`stageIds` must contain every stage of the pipeline once.',
  app_id_required:
    'Meta needs the ID of the app for the file of a header. Store `credentials.appId` in the channel, or set PARLEY_WHATSAPP_APP_ID.',
  archived: 'The pipeline is archived. Use another one, or restore it with `archived: false`.',
  assignees_for_auto_assign:
    'Automatic assignment needs a user. Name one in `settings.assigneeIds`, or set `autoAssign` to `off`.',
  authentication_only:
    'Only a template of the category `authentication` can have an `otp` button, `addSecurityRecommendation` or `codeExpirationMinutes`.',
  body_required: 'A template needs a component of the type `body`. Add it.',
  caption_not_supported:
    'The channel does not support a caption for this type. Send the text as another message.',
  channel_of_network:
    'The channel belongs to another network than `channelType`. Use one that fits.',
  components_required:
    'The header of the template is a location, or the template is a carousel. Send its values in `components`.',
  contact_of_conversation:
    'The conversation is with another contact. Name that contact, or remove `contactId`.',
  content_is_fetched:
    'The server fetches the content of a source of the type `url`. Remove `content`.',
  content_matches_type:
    'The bytes of the file do not fit its `Content-Type`. Send the right type, or none.',
  default_pipeline:
    'The default pipeline cannot be archived or deleted. Make another pipeline the default first.',
  different_contacts: 'A contact cannot be merged with itself. Name two contacts.',
  different_options: 'Two options have the same text, apart from case. Remove one of them.',
  domain_of_server: 'The domain belongs to the operator of the server. Choose another domain.',
  domain_proof: 'DNS does not show the proof of the domain. Add the TXT record, and try again.',
  footer_not_supported: 'The channel does not support a footer here. Remove it.',
  grant_with_keys:
    'An API key of the client needs a grant with the permission `keys`. Add it to `grant`, or remove `issueKey`.',
  header_file:
    'The value for the file of the header must be the ID of a stored file, or a URL. Upload the file first.',
  header_not_supported: 'The channel does not support a header here. Remove it.',
  header_text:
    'A header of the format `text` needs `text`, and no other header has it. Add or remove it.',
  in_the_future: '`{field}` must be a time in the future.',
  last_owner: 'The tenant needs an active owner. Make another member an owner first.',
  logo: 'The logo must be a JPEG or PNG image of at most 1 MB.',
  match_field: 'The body has none of the fields in `match`. Give at least one of them.',
  max_copy_code_buttons: 'A template has at most one `copy_code` button. Remove the others.',
  max_id: 'The ID of an option is too long. See `capabilities.content.prompts` of the channel.',
  max_options: 'There are too many options. See `capabilities.content.prompts` of the channel.',
  max_phone_number_buttons: 'A template has at most one `phone_number` button. Remove the others.',
  max_title:
    'The title of an option is too long. See `capabilities.content.prompts` of the channel.',
  max_url_buttons: 'A template has at most two `url` buttons. Remove the others.',
  message_was_sent:
    'The network does not know the message yet. React to it after its status is `sent`.',
  needs_conversation:
    'The ticket has no conversation in which the comment can be sent. Remove `deliver`.',
  no_authenticator: 'The account has an authenticator app. Remove it first.',
  no_footer_placeholder: 'A footer has no placeholders. Write its text without them.',
  no_mail: 'This server sends no mails. Ask its operator for a link to a new password.',
  no_sso: 'This server has no single sign-on. Sign in with a password.',
  not_of_contacts: 'A comment of a contact cannot be sent. Remove `deliver` or `contactId`.',
  not_of_provider: 'The provider of the channel does not accept `{field}`. Remove it.',
  one_header_placeholder: 'A header has at most one placeholder. Remove the others.',
  one_open_stage: 'A pipeline needs a stage of the kind `open`. Add one, or keep one.',
  one_otp_button:
    'A template of the category `authentication` needs one button, of the type `otp`.',
  only_public: '`{field}` is only for a comment with the visibility `public`.',
  only_when_lost: '`lostReason` is only for a lost deal. Remove it, or set `status` to `lost`.',
  only_when_snoozed:
    '`snoozedUntil` is only for a snoozed conversation. Remove it, or set `status` to `snoozed`.',
  options_of_type:
    'Fields of the types `select` and `multiselect` need options, and other types have none.',
  opts_out_or_in: 'A keyword cannot opt both out and in. Remove it from `{field}`.',
  placeholders_of_parameter_format:
    'The placeholders do not fit `parameterFormat`: names in lower case for `named`, otherwise the numbers from 1 without a gap.',
  provider_of_network: 'The provider belongs to another network than `type`. Name one that fits.',
  provider_writes_text:
    'WhatsApp writes the text of a template of the category `authentication`. Remove the header and each `text`.',
  quick_replies_together: 'The `quick_reply` buttons must be next to each other.',
  reply_not_supported:
    'The channel cannot quote a message with this type. Remove `replyToMessageId`.',
  required: 'This request needs `{field}`. Add it.',
  required_by_provider: 'The provider of the channel needs `{field}`. Add it.',
  same_conversation: 'The message that `{field}` names is in another conversation.',
  sandbox_only:
    'The channel belongs to a real account. Simulate on a channel with `provider: "sandbox"`.',
  section_title_required: 'Each section needs a title if a list has several. Add the titles.',
  stored_file_outside_header:
    'In a template, only the header can have a stored file. Give other files as `link`, with their URL.',
  tag_not_supported: 'The channel accepts no `messageTag` for this message. Remove it.',
  text_required: 'The body and the footer of this template need `text`. Add it.',
  too_many_buckets:
    'The report has too many buckets. Ask for a shorter time or a longer `interval`.',
  too_many_records: 'The report counts too many records. Ask for a shorter time.',
  too_many_series: 'The report has too many series. Ask for a shorter time or a longer `interval`.',
  unique_components: 'A template has at most one component of each type. Remove the others.',
  unique_ids: 'Two options have the same ID. Give each its own.',
  unique_titles: 'Two buttons have the same title. Give each its own.',
  until_after_since: '`until` must be after `since`, and `since` in the past.',
  url_ends_with_placeholder:
    'The URL of a button can have one placeholder, `{{1}}`, at its end and after a `/`.',
  url_required: 'A source of the type `url` needs `url`. Give a URL instead of null.',
  url_sources_disabled:
    'This server fetches no pages. Its operator can allow it with PARLEY_URL_SOURCES; otherwise use a source of another type.',
  voice_not_supported: 'The channel has no voice messages. Remove `voice`.',
  webhook_url_https_required:
    'The URL must begin with https://. The operator of the server can allow http:// with PARLEY_WEBHOOK_ALLOW_HTTP.',
  webhook_url_not_public:
    'The host of the URL must have a public IP address. The operator of the server can allow others with PARLEY_WEBHOOK_ALLOWED_CIDRS.',
  webhook_url_port_not_allowed: 'The port of the URL must be 80, 443, or 1024 and above.',
  within_a_year: '`{field}` must be at most a year from now.',
} as const satisfies Record<string, string>;

export type ErrorRule = keyof typeof errorRules;

/** The names of the limits in SVC-LIMIT-REACHED. Clients compare them, so their spelling stays. */
export const reachedLimits = [
  'activeApiKeys',
  'activeGrants',
  'channels',
  'clients',
  'contacts',
  'customFields',
  'identities',
  'members',
  'messagesPerMonth',
  'openInvitations',
  'pipelines',
  'stages',
  'webhook_endpoints',
  'webhook_secrets',
] as const;

export type ReachedLimit = (typeof reachedLimits)[number];
