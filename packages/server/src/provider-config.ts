import type { ChannelType } from '@parley/contract/schemas';
import * as z from 'zod';
import { hasUser } from './urls.ts';

// The settings of apps at the providers that all channels of the installation share. A channel may have its own app.

/** The schema of a secret or an ID of an app. */
export const appSetting = z
  .string()
  .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces')
  .optional();

/** The schema of the URL of an API. Removes the last slash. */
export const apiUrl = z
  .url({ protocol: /^https?$/, error: 'must begin with http:// or https://' })
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

/** Returns for `parley doctor` which of the settings are set. */
export function describeProviders({
  providers,
  providerUrls,
}: Providers): Record<Name | keyof ApiUrls, string> {
  const shown = (values: readonly string[], place: number) =>
    values[place] === undefined ? 'not set' : 'set';
  const { whatsapp, instagram, tiktok } = providers;
  return {
    PARLEY_WHATSAPP_API_URL: providerUrls.whatsapp,
    PARLEY_INSTAGRAM_API_URL: providerUrls.instagram,
    PARLEY_TIKTOK_API_URL: providerUrls.tiktok,
    PARLEY_WHATSAPP_APP_ID: whatsapp.appId ?? 'not set',
    PARLEY_WHATSAPP_APP_SECRET: shown(whatsapp.appSecrets, 0),
    PARLEY_WHATSAPP_APP_SECRET_PREVIOUS: shown(whatsapp.appSecrets, 1),
    PARLEY_WHATSAPP_VERIFY_TOKEN: shown(whatsapp.verifyTokens, 0),
    PARLEY_WHATSAPP_VERIFY_TOKEN_PREVIOUS: shown(whatsapp.verifyTokens, 1),
    PARLEY_INSTAGRAM_APP_SECRET: shown(instagram.appSecrets, 0),
    PARLEY_INSTAGRAM_APP_SECRET_PREVIOUS: shown(instagram.appSecrets, 1),
    PARLEY_INSTAGRAM_VERIFY_TOKEN: shown(instagram.verifyTokens, 0),
    PARLEY_INSTAGRAM_VERIFY_TOKEN_PREVIOUS: shown(instagram.verifyTokens, 1),
    PARLEY_TIKTOK_APP_ID: tiktok.appId ?? 'not set',
    PARLEY_TIKTOK_APP_SECRET: shown(tiktok.appSecrets, 0),
    PARLEY_TIKTOK_APP_SECRET_PREVIOUS: shown(tiktok.appSecrets, 1),
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
