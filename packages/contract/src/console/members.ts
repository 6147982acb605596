import * as z from 'zod';
import { emailInput } from '../contact-formats.ts';
import { idempotencyHeaders } from '../idempotency.ts';
import { idParams } from '../ids.ts';
import { member, memberInvitation, memberRole } from '../members.ts';
import { textOrNull, timeOrNull } from '../nullable.ts';
import { page, pageQuery } from '../pagination.ts';
import { anyOf, sortedBy } from '../query.ts';
import { linkToken, newPassword, password, personName, signedIn, totpCode } from './sign-in.ts';

export const invitationStatus = z
  .enum(['open', 'accepted', 'revoked', 'expired'])
  .describe('Status of the invitation. Only an open one can be accepted.');

const invitationFields = {
  ...memberInvitation.shape,
  status: invitationStatus,
  acceptedAt: timeOrNull('Time of the acceptance; null = not accepted.'),
  revokedAt: timeOrNull('Time of the revocation; null = not revoked.'),
};

export const invitation = z.object(invitationFields).describe('An invitation into a tenant.');
export type Invitation = z.infer<typeof invitation>;

export const createdInvitation = z
  .object({
    ...invitationFields,
    token: textOrNull(
      'Token of the link `{console}/invitation#token={token}`. Only this response contains it; a response for a repeated Idempotency-Key has null.',
    ),
    mailed: z.boolean().describe('Whether the server also sends the link to the address by mail.'),
  })
  .describe('A new invitation, with the token of its link.');
export type CreatedInvitation = z.infer<typeof createdInvitation>;

export const createInvitationBody = z
  .object({ email: emailInput.describe('Email address to invite.'), role: memberRole })
  .describe('A new invitation.');
export type CreateInvitationBody = z.infer<typeof createInvitationBody>;

export const listInvitationsQuery = pageQuery
  .extend({
    status: anyOf(invitationStatus)
      .optional()
      .describe('Only invitations with any of these statuses.'),
    sort: sortedBy('-createdAt', 'createdAt'),
  })
  .describe('Which invitations to list.');
export type ListInvitationsQuery = z.infer<typeof listInvitationsQuery>;

export const invitationPage = page(invitation).describe('A page of invitations.');

export const previewInvitationBody = z
  .object({ token: linkToken })
  .describe('The token of an invitation.');

export const invitationPreview = z
  .object({
    email: z.string().describe('The invited email address.'),
    tenantName: z.string().describe('Name of the tenant.'),
    role: memberRole,
    hasAccount: z
      .boolean()
      .describe('True: accept with the password of the account. False: choose a new password.'),
  })
  .describe('What the invited person sees.');
export type InvitationPreview = z.infer<typeof invitationPreview>;

export const acceptInvitationBody = z
  .object({
    token: linkToken,
    name: personName.optional().describe('Display name. Required without an account.'),
    password: password.describe(
      'The password of the account, or the new one if there is no account yet: at least 10 characters.',
    ),
    code: totpCode.optional(),
  })
  .describe('The acceptance of an invitation.');
export type AcceptInvitationBody = z.infer<typeof acceptInvitationBody>;

export const requestPasswordResetBody = z
  .object({
    email: z.string().min(1).max(254).describe('Email address of the account.'),
  })
  .describe('A request for the link to a new password.');
export type RequestPasswordResetBody = z.infer<typeof requestPasswordResetBody>;

export const acceptPasswordResetBody = z
  .object({ token: linkToken, password: newPassword })
  .describe('A new password.');
export type AcceptPasswordResetBody = z.infer<typeof acceptPasswordResetBody>;

export const updateMemberBody = z
  .object({
    role: memberRole.optional(),
    active: z
      .boolean()
      .optional()
      .describe('False ends the sessions of the member, and refuses it as an assignee.'),
  })
  .describe('Fields to change. Absent fields keep their values.');
export type UpdateMemberBody = z.infer<typeof updateMemberBody>;

export const invitationsEndpoints = {
  list: {
    method: 'GET',
    path: '/invitations',
    summary: 'List invitations',
    query: listInvitationsQuery,
    responses: { 200: invitationPage },
    metadata: {},
  },
  create: {
    method: 'POST',
    path: '/invitations',
    summary: 'Invite a person',
    description:
      'The link works once, for 7 days. It replaces an open invitation of the same address. Only owners invite owners, or replace the invitation of an owner.',
    headers: idempotencyHeaders,
    body: createInvitationBody,
    responses: { 201: createdInvitation },
    metadata: {
      creates: 'invitation',
      secrets: ['token'],
      audits: 'invitation.created',
      errors: ['SVC-CONFLICT', 'SVC-RULE-VIOLATION', 'SVC-ROLE-REQUIRED', 'SVC-LIMIT-REACHED'],
    },
  },
  revoke: {
    method: 'DELETE',
    path: '/invitations/:id',
    summary: 'Revoke an invitation',
    description: 'Only owners revoke the invitation of an owner.',
    pathParams: idParams('invitation'),
    responses: { 204: z.undefined() },
    metadata: {
      resource: 'invitation',
      audits: 'invitation.revoked',
      errors: ['SVC-ROLE-REQUIRED'],
    },
  },
} as const;

export const joiningEndpoints = {
  preview: {
    method: 'POST',
    path: '/invitations/preview',
    summary: 'Get what an invitation offers',
    body: previewInvitationBody,
    responses: { 200: invitationPreview },
    metadata: { errors: ['SVC-LINK-INVALID'] },
  },
  accept: {
    method: 'POST',
    path: '/invitations/accept',
    summary: 'Accept an invitation and sign in',
    body: acceptInvitationBody,
    responses: { 200: signedIn },
    metadata: { errors: ['SVC-LINK-INVALID', 'SVC-SIGN-IN-FAILED', 'SVC-LIMIT-REACHED'] },
  },
  requestPasswordReset: {
    method: 'POST',
    path: '/password-resets',
    summary: 'Send the link to a new password by mail',
    description:
      'The response is the same when no account has the address. The link works once, for an hour. A server without mail answers SVC-RULE-VIOLATION.',
    body: requestPasswordResetBody,
    responses: { 204: z.undefined() },
    metadata: { errors: ['SVC-RULE-VIOLATION'] },
  },
  resetPassword: {
    method: 'POST',
    path: '/password-resets/accept',
    summary: 'Set a new password with a link',
    description:
      'Ends all sessions of the account, and its other links. Sign in with the new password afterwards.',
    body: acceptPasswordResetBody,
    responses: { 204: z.undefined() },
    metadata: { errors: ['SVC-LINK-INVALID'] },
  },
} as const;

export const membersEndpoints = {
  update: {
    method: 'PATCH',
    path: '/members/:id',
    summary: 'Change the role of a member, or whether it is active',
    description:
      'Only owners change owners or make them, or change a member who has an open invitation as an owner. A tenant keeps at least one active owner. Deactivating a member, and a lower role, revoke the open invitations that it made.',
    pathParams: idParams('user'),
    body: updateMemberBody,
    responses: { 200: member },
    metadata: {
      resource: 'user',
      audits: 'member.updated',
      errors: ['SVC-ROLE-REQUIRED', 'SVC-RULE-VIOLATION', 'SVC-LIMIT-REACHED'],
    },
  },
} as const;
