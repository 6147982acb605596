import type { Channel, ProviderFields } from '@parley/contract/schemas';

export interface AccountField {
  /** The name of the field on the screens of the provider. */
  label: string;
  /** Where people find the value. */
  hint: string;
  /** Whether the settings of the server can have it instead, for all channels of an app. */
  inSettings?: true;
}

interface Network<Provider extends Channel['provider']> {
  label: string;
  provider: Provider;
  config: { readonly [Name in ProviderFields<Provider>['config']]: AccountField };
  credentials: { readonly [Name in ProviderFields<Provider>['credentials']]: AccountField };
  /** The section of the guides about channels and webhooks that describes the network. */
  anchor: string;
}

const chosen = 'Any text without spaces. You enter the same text at Meta.';

/** The networks, with the fields that connect an account. */
export const networks: {
  readonly whatsapp: Network<'whatsapp_cloud'>;
  readonly instagram: Network<'instagram_graph'>;
  readonly tiktok: Network<'tiktok_business'>;
} = {
  whatsapp: {
    label: 'WhatsApp',
    provider: 'whatsapp_cloud',
    anchor: 'connect-whatsapp',
    config: {
      phoneNumberId: { label: 'Phone number ID', hint: 'App dashboard: WhatsApp → API setup.' },
      wabaId: {
        label: 'WhatsApp Business Account ID',
        hint: 'App dashboard: WhatsApp → API setup.',
      },
    },
    credentials: {
      accessToken: {
        label: 'Access token',
        hint: 'Meta Business Suite: Settings → Users → System users → Generate token.',
      },
      appId: {
        label: 'App ID',
        hint: 'App dashboard: App settings → Basic.',
        inSettings: true,
      },
      appSecret: {
        label: 'App secret',
        hint: 'App dashboard: App settings → Basic.',
        inSettings: true,
      },
      verifyToken: { label: 'Verify token', hint: chosen, inSettings: true },
    },
  },
  instagram: {
    label: 'Instagram',
    provider: 'instagram_graph',
    anchor: 'connect-instagram',
    config: {
      igUserId: {
        label: 'Instagram account ID',
        hint: 'The number that begins with 1784. The Graph API calls it user_id.',
      },
    },
    credentials: {
      accessToken: {
        label: 'Access token',
        hint: 'App dashboard: Instagram → API setup with Instagram login → Generate token.',
      },
      appSecret: {
        label: 'Instagram app secret',
        hint: 'On the same page. It is not the secret of the Meta app.',
        inSettings: true,
      },
      verifyToken: { label: 'Verify token', hint: chosen, inSettings: true },
    },
  },
  tiktok: {
    label: 'TikTok',
    provider: 'tiktok_business',
    anchor: 'connect-tiktok',
    config: {
      businessId: { label: 'Business ID', hint: 'TikTok calls it open_id.' },
    },
    credentials: {
      accessToken: {
        label: 'Access token',
        hint: 'access_token, from the authorization of the account.',
      },
      refreshToken: {
        label: 'Refresh token',
        hint: 'refresh_token, from the same answer. The access token expires after a day.',
      },
      appId: {
        label: 'App ID',
        hint: 'On the page of the app, in the developer portal of TikTok.',
        inSettings: true,
      },
      appSecret: {
        label: 'App secret',
        hint: 'On the page of the app, in the developer portal of TikTok.',
        inSettings: true,
      },
    },
  },
};

export const providers: Readonly<{ [Name in Channel['provider']]: string }> = {
  sandbox: 'Sandbox',
  whatsapp_cloud: 'WhatsApp Cloud API',
  instagram_graph: 'Instagram Graph API',
  tiktok_business: 'TikTok Business API',
};

export const networkOptions = Object.entries(networks).map(([value, { label }]) => ({
  value: value as Channel['type'],
  label,
}));

/** The names of the fields of an account, by their paths in the API, such as `config.wabaId`. */
export function labelsOf({ type }: Pick<Channel, 'type'>): ReadonlyMap<string, string> {
  const { config, credentials } = networks[type];
  return new Map(
    Object.entries({ config, credentials }).flatMap(([part, fields]) =>
      Object.entries(fields).map(([name, { label }]) => [`${part}.${name}`, label]),
    ),
  );
}
