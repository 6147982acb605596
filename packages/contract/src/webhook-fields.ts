/**
 * The webhook fields that an app subscribes to in the app dashboard of Meta, as its screens name them. TikTok has no
 * such fields.
 */
export const webhookFields = {
  whatsapp: [
    'messages',
    'message_template_status_update',
    'message_template_quality_update',
    'message_template_components_update',
    'template_category_update',
    'account_update',
    'phone_number_quality_update',
    'business_capability_update',
    'user_preferences',
    'user_id_update',
    'smb_message_echoes',
  ],
  instagram: [
    'messages',
    'message_echoes',
    'message_reactions',
    'message_edit',
    'messaging_postbacks',
    'messaging_referral',
    'messaging_seen',
    'standby',
  ],
  tiktok: [],
} as const;
