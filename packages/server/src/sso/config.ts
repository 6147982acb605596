import { domainPattern } from '@parley/contract/schemas';
import * as z from 'zod';

/** The provider that vouches for people (OpenID Connect). */
export interface SsoConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The domains of the email addresses that it may vouch for, in lower case; undefined for all. */
  readonly domains: readonly string[] | undefined;
  /** The page of the console to which the provider sends the browser. */
  readonly redirectUrl: string;
}

/** The schema of an issuer. Without https, only one on this machine is allowed. */
export const issuer = z
  .url({ error: 'must be a URL that begins with https://' })
  .regex(
    /^https:\/\/|^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/|$)/,
    'must begin with https://',
  );

/** The schema of a list such as `example.com,example.org`. */
export const domains = z
  .string()
  .transform((text) => text.split(',').map((one) => one.trim().toLowerCase()))
  .refine((all) => all.every((one) => domainPattern.test(one)), {
    error: 'must be domains such as example.com, separated by commas',
  });

interface SsoSettings {
  readonly PARLEY_OIDC_ISSUER?: string | undefined;
  readonly PARLEY_OIDC_CLIENT_ID?: string | undefined;
  readonly PARLEY_OIDC_CLIENT_SECRET?: string | undefined;
  readonly PARLEY_OIDC_ALLOWED_DOMAINS?: readonly string[] | undefined;
  readonly PARLEY_PUBLIC_URL?: string | undefined;
}

export function ssoOf(values: SsoSettings): SsoConfig | undefined {
  const {
    PARLEY_OIDC_ISSUER: issuer,
    PARLEY_OIDC_CLIENT_ID: clientId,
    PARLEY_OIDC_CLIENT_SECRET: clientSecret,
    PARLEY_PUBLIC_URL: publicUrl,
  } = values;
  if (!issuer || !clientId || !clientSecret || !publicUrl) return undefined;
  const redirectUrl = `${publicUrl}/sign-in/callback`;
  return {
    issuer,
    clientId,
    clientSecret,
    domains: values.PARLEY_OIDC_ALLOWED_DOMAINS,
    redirectUrl,
  };
}
