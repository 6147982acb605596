import * as z from 'zod';
import { id, idParams } from '../ids.ts';
import { textOrNull } from '../nullable.ts';
import { timestamp } from '../timestamps.ts';
import { account, newPassword, password, personName, signedIn, totpCode } from './sign-in.ts';

export const session = z
  .object({
    id: id('session'),
    tenantId: id('tenant'),
    tenantName: z.string().describe('Name of the tenant.'),
    current: z.boolean().describe('Whether it is the session of this request.'),
    ip: textOrNull('Network address of the sign-in; null = unknown.'),
    userAgent: textOrNull('`User-Agent` of the sign-in, at most 200 characters; null = none.'),
    createdAt: timestamp.describe('Time of the sign-in.'),
    lastSeenAt: timestamp.describe('Time of the last request, exact to the minute.'),
    expiresAt: timestamp.describe('Time at which the session ends, even if it is used.'),
  })
  .describe('A signed-in browser.');
export type Session = z.infer<typeof session>;

export const sessionList = z
  .object({ data: z.array(session).describe('The newest sessions first, at most 100.') })
  .describe('The sessions of the account, in all tenants.');
export type SessionList = z.infer<typeof sessionList>;

export const updateProfileBody = z
  .object({
    name: personName.optional(),
    password: z
      .object({
        current: password.describe('The present password.'),
        new: newPassword.describe('The new password. It ends the other sessions of the account.'),
      })
      .optional()
      .describe('A change of the password.'),
  })
  .describe('Fields to change. Absent fields keep their values.');
export type UpdateProfileBody = z.infer<typeof updateProfileBody>;

export const confirmPasswordBody = z
  .object({ password })
  .describe('The present password, which confirms the change.');
export type ConfirmPasswordBody = z.infer<typeof confirmPasswordBody>;

export const confirmTotpBody = z
  .object({ code: totpCode })
  .describe('A code of the authenticator app that has the new secret.');
export type ConfirmTotpBody = z.infer<typeof confirmTotpBody>;

export const totpSecret = z
  .object({
    secret: z.string().describe('The secret in base32, to type into an authenticator app.'),
    uri: z.string().describe('The secret as `otpauth://…`, to show as a QR code.'),
  })
  .describe('The secret of an authenticator app. Only this response contains it.');
export type TotpSecret = z.infer<typeof totpSecret>;

export const sessionsEndpoints = {
  list: {
    method: 'GET',
    path: '/sessions',
    summary: 'List the sessions of the account',
    responses: { 200: sessionList },
    metadata: {},
  },
  end: {
    method: 'DELETE',
    path: '/sessions/:id',
    summary: 'End a session of the account',
    pathParams: idParams('session'),
    responses: { 204: z.undefined() },
    metadata: { resource: 'session', audits: 'session.ended' },
  },
  endOthers: {
    method: 'DELETE',
    path: '/sessions',
    summary: 'End all other sessions of the account',
    responses: { 204: z.undefined() },
    metadata: { audits: 'session.ended' },
  },
} as const;

export const profileEndpoints = {
  update: {
    method: 'PATCH',
    path: '/profile',
    summary: 'Change the name or the password of the account',
    description:
      'The name also becomes that of the member in this tenant. A wrong present password counts as a failed sign-in.',
    body: updateProfileBody,
    responses: { 200: signedIn },
    metadata: { audits: 'account.updated', errors: ['SVC-SIGN-IN-FAILED'] },
  },
  beginTotp: {
    method: 'POST',
    path: '/profile/totp',
    summary: 'Get a secret for an authenticator app',
    description: 'Sign-ins need no code until a first code has confirmed the secret.',
    body: confirmPasswordBody,
    responses: { 200: totpSecret },
    metadata: {
      secrets: ['secret', 'uri'],
      audits: 'account.totp_begun',
      errors: ['SVC-SIGN-IN-FAILED', 'SVC-RULE-VIOLATION'],
    },
  },
  confirmTotp: {
    method: 'POST',
    path: '/profile/totp/confirm',
    summary: 'Require codes of the authenticator app from now on',
    body: confirmTotpBody,
    responses: { 200: account },
    metadata: { audits: 'account.totp_confirmed', errors: ['SVC-SIGN-IN-FAILED'] },
  },
  removeTotp: {
    method: 'POST',
    path: '/profile/totp/remove',
    summary: 'Require no codes any more',
    body: confirmPasswordBody,
    responses: { 200: account },
    metadata: { audits: 'account.totp_removed', errors: ['SVC-SIGN-IN-FAILED'] },
  },
} as const;
