import type { ChannelType } from '@parley/contract/schemas';
import * as z from 'zod';
import { hasUser } from './urls.ts';

// The settings of apps at the providers that all channels of the installation share. A channel may have its own app.

/** The schema of a secret or an ID. Most are sent as HTTP headers, which allow only these characters. */
export const appSetting = z
  .string()
  .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces')
  .optional();

export const httpUrl = z.url({
  protocol: /^https?$/,
  error: 'must be a URL that begins with http:// or https://',
});

/** The schema of the URL of an API. Removes the last slash. */
export const apiUrl = httpUrl
  .refine((url) => !hasUser(url), 'must hold no user and no password')
  .transform((url) => url.replace(/\/+$/, ''));

type ApiUrls = Readonly<Record<`PARLEY_${'WHATSAPP' | 'INSTAGRAM' | 'TIKTOK'}_API_URL`, string>>;

/** The URLs of the providers' APIs, by network. */
export type ProviderUrls = Readonly<Record<ChannelType, string>>;

type Network = 'WHATSAPP' | 'INSTAGRAM';
type Name =
  | `PARLEY_${Network}_${'APP_SECRET' | 'VERIFY_TOKEN'}${'' | '_PREVIOUS'}`
  | 'PARLEY_WHATSAPP_APP_ID'
  | `PARLEY_TIKTOK_${'APP_ID' | 'APP_SECRET' | 'APP_SECRET_PREVIOUS'}`;
type Values = { readonly [Key in Name]?: string | undefined };

export interface AppConfig {
  readonly appId: string | undefined;
  /**
   * The secrets that may sign webhooks: the present one, then the previous one. While a secret is rotated, providers
   * may use either.
   */
  readonly appSecrets: readonly string[];
  readonly verifyTokens: readonly string[];
}

export type ProviderConfig = Readonly<Record<ChannelType, AppConfig>>;

interface Providers {
  readonly providers: ProviderConfig;
  readonly providerUrls: ProviderUrls;
}

export function providersOf(values: Values & ApiUrls): Providers {
  return {
    providers: {
      whatsapp: appOf(values, 'WHATSAPP'),
      instagram: appOf(values, 'INSTAGRAM'),
      tiktok: appOf(values, 'TIKTOK'),
    },
    providerUrls: {
      whatsapp: values.PARLEY_WHATSAPP_API_URL,
      instagram: values.PARLEY_INSTAGRAM_API_URL,
      tiktok: values.PARLEY_TIKTOK_API_URL,
    },
  };
}

function appOf(values: Values, network: 'WHATSAPP' | 'INSTAGRAM' | 'TIKTOK'): AppConfig {
  // Some of these names are no settings, because not every network has each of them.
  const read = (name: string) => values[`PARLEY_${network}_${name}` as Name];
  const pair = (name: string) =>
    [read(name), read(`${name}_PREVIOUS`)].filter((value) => value !== undefined);
  return {
    appId: read('APP_ID'),
    appSecrets: pair('APP_SECRET'),
    verifyTokens: pair('VERIFY_TOKEN'),
  };
}
