import * as z from 'zod';
import { signedIn } from './sign-in.ts';

export const ssoStart = z
  .object({ url: z.url().describe('Address of the sign-in page of the provider.') })
  .describe('The begin of a single sign-on.');
export type SsoStart = z.infer<typeof ssoStart>;

export const finishSsoBody = z
  .object({
    query: z
      .string()
      .max(8_000)
      .describe(
        'The part after `?` of the address `{console}/sign-in/callback`, to which the provider has sent the browser.',
      ),
  })
  .describe('The answer of the provider.');
export type FinishSsoBody = z.infer<typeof finishSsoBody>;

export const ssoEndpoints = {
  begin: {
    method: 'POST',
    path: '/sso',
    summary: 'Begin a single sign-on',
    description:
      'Sets a cookie that only this browser has, for 10 minutes. Without a provider in the settings, answers SVC-RULE-VIOLATION.',
    body: z.object({}),
    responses: { 200: ssoStart },
    metadata: { errors: ['SVC-RULE-VIOLATION'] },
  },
  finish: {
    method: 'POST',
    path: '/sso/finish',
    summary: 'Finish a single sign-on',
    description:
      'Signs in to the account with the email address that the provider has verified. The provider also decides about a second factor.',
    body: finishSsoBody,
    responses: { 200: signedIn },
    metadata: { errors: ['SVC-SIGN-IN-FAILED', 'SVC-RULE-VIOLATION'] },
  },
} as const;
