import * as z from 'zod';
import { emailInput } from '../contact-formats.ts';
import { id, idInput } from '../ids.ts';
import { member, memberRole } from '../members.ts';
import { textOrNull } from '../nullable.ts';
import { tenant } from '../tenants.ts';
import { textInput } from '../text-inputs.ts';
import { timestamp } from '../timestamps.ts';

/** The form of every new password. */
export const passwordLimits = { minLength: 10, maxLength: 200 } as const;

export const newPassword = z
  .string()
  .min(passwordLimits.minLength)
  .max(passwordLimits.maxLength)
  .describe(`A password of ${passwordLimits.minLength} to ${passwordLimits.maxLength} characters.`);

export const password = z
  .string()
  .min(1)
  .max(passwordLimits.maxLength)
  .describe('The password of the account.');

export const personName = textInput(255).describe('Display name of the person.');

/** A one-time token of a link, which carries it in its fragment. */
export const linkToken = z
  .string()
  .min(1)
  .max(100)
  .describe('The token of the link: the text after `#token=`. It works once.');

export const account = z
  .object({
    id: id('account'),
    name: z.string().describe('Display name. The name for members that the account becomes later.'),
    email: z.string().describe('Email address in lower case. Unique in the installation.'),
    totp: z
      .boolean()
      .describe('Whether a sign-in also needs a code of the authenticator app of the person.'),
    createdAt: timestamp.describe('Creation time.'),
  })
  .describe('A person who can sign in.');
export type Account = z.infer<typeof account>;

export const workspace = z
  .object({
    tenantId: id('tenant'),
    name: z.string().describe('Name of the tenant.'),
    kind: tenant.shape.kind,
    status: tenant.shape.status,
    role: memberRole,
  })
  .describe('A tenant that the account is an active member of.');
export type Workspace = z.infer<typeof workspace>;

export const signedIn = z
  .object({
    sessionId: id('session'),
    account,
    member: member.describe('The member that the account is in the tenant of this session.'),
    tenant: tenant.describe('The tenant of this session.'),
    agency: z
      .object({
        tenantId: id('tenant').describe('ID of the tenant of the agency.'),
        name: z.string().describe('Name of the agency.'),
        grantId: id('agencyGrant'),
      })
      .nullable()
      .describe(
        'The agency whose member works in the tenant of its client; null = the account is a member of the tenant.',
      ),
    workspaces: z
      .array(workspace)
      .describe('The tenants of the account by name, at most 100. Switch between them.'),
    expiresAt: timestamp.describe(
      'Time at which the session ends, even if it is used until then. Unused, it ends earlier.',
    ),
  })
  .describe('The session of this browser.');
export type SignedIn = z.infer<typeof signedIn>;

export const setupState = z
  .object({
    needed: z
      .boolean()
      .describe('Whether the installation has no account yet. The server then prints a link.'),
    mailsLinks: z
      .boolean()
      .describe('Whether the server sends mails: links for new passwords and for invitations.'),
    singleSignOn: z.boolean().describe('Whether a provider of the settings can sign people in.'),
    publicUrl: textOrNull(
      'Value of `PARLEY_PUBLIC_URL`, without a slash at the end; null = not set.',
    ),
  })
  .describe('What the server offers before a sign-in, and its public URL.');
export type SetupState = z.infer<typeof setupState>;

export const setupBody = z
  .object({
    token: linkToken,
    name: personName,
    email: emailInput.describe('Email address to sign in with.'),
    password: newPassword,
    tenantName: textInput(255)
      .optional()
      .describe('Name of the first tenant, if there is none yet. Default: `Workspace`.'),
  })
  .describe('The first account.');
export type SetupBody = z.infer<typeof setupBody>;

export const totpCode = z
  .string()
  .regex(/^[0-9]{6}$/, 'must have 6 digits')
  .describe('The present code of the authenticator app. A code works once.');

export const signInBody = z
  .object({
    email: z.string().min(1).max(254).describe('Email address of the account.'),
    password,
    code: totpCode.optional(),
  })
  .describe('The credentials of an account.');
export type SignInBody = z.infer<typeof signInBody>;

export const switchBody = z
  .object({ tenantId: idInput('tenant') })
  .describe('The tenant to work in.');
export type SwitchBody = z.infer<typeof switchBody>;

export const setupEndpoints = {
  state: {
    method: 'GET',
    path: '/setup',
    summary: 'Get whether the first account must be created, and how to sign in',
    responses: { 200: setupState },
    metadata: {},
  },
  complete: {
    method: 'POST',
    path: '/setup',
    summary: 'Create the first account with the printed link',
    description:
      'The account becomes the owner of the oldest tenant, or of a new one, and is signed in.',
    body: setupBody,
    responses: { 200: signedIn },
    metadata: { errors: ['SVC-LINK-INVALID'] },
  },
} as const;

export const sessionEndpoints = {
  signIn: {
    method: 'POST',
    path: '/session',
    summary: 'Sign in',
    description:
      'Sets the cookie of a new session, in the tenant of the last session. Ends the session that the browser had. An account with an authenticator app gets `code_required` without its `code`.',
    body: signInBody,
    responses: { 200: signedIn },
    metadata: { errors: ['SVC-SIGN-IN-FAILED'] },
  },
  get: {
    method: 'GET',
    path: '/session',
    summary: 'Get the session of this browser',
    responses: { 200: signedIn },
    metadata: {},
  },
  switch: {
    method: 'POST',
    path: '/session/switch',
    summary: 'Work in another tenant of the account, or of a client of its agency',
    description:
      'Replaces the session by a new one with a new cookie. Administrators and owners of an agency work in a client as administrators, while a grant with the permissions `manage` and `keys` is active. They change no members, invitations, API keys, grants and webhook endpoints there, and read no webhook secrets.',
    body: switchBody,
    responses: { 200: signedIn },
    metadata: { errors: ['SVC-NOT-FOUND', 'SVC-GRANT-REQUIRED', 'SVC-ROLE-REQUIRED'] },
  },
  signOut: {
    method: 'DELETE',
    path: '/session',
    summary: 'Sign out',
    description: 'Ends the session and removes the cookie. Works without a session, too.',
    responses: { 204: z.undefined() },
    metadata: {},
  },
} as const;
