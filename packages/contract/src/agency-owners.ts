import * as z from 'zod';
import { emailInput } from './contact-formats.ts';
import { memberInvitation } from './members.ts';
import { named } from './named.ts';
import { textOrNull } from './nullable.ts';
import { textInput } from './text-inputs.ts';

/** The fields of a person whom an agency invites as the owner of a client. */
export const ownerFields = {
  name: textInput(255).describe('Display name.'),
  email: emailInput.describe('Email address.'),
};

export const inviteOwnerBody = z
  .object(ownerFields)
  .describe('The owner. A member who has the email address already keeps its name.');
export type InviteOwnerBody = z.infer<typeof inviteOwnerBody>;

/** The secret with which an owner joins. */
export const ownerTokenFields = {
  invitationToken: textOrNull(
    'Token of the link `{console}/invitation#token={token}`, with which the owner joins. Only this response contains it; a response for a repeated Idempotency-Key has null.',
  ),
};

export class OwnerInvitationSchema extends named('A new invitation of the owner of a client.', {
  invitation: memberInvitation.describe('The invitation.'),
  ...ownerTokenFields,
}) {}
export const ownerInvitation = new OwnerInvitationSchema();
export type OwnerInvitation = z.infer<typeof ownerInvitation>;
