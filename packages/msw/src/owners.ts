import type { InviteOwnerBody, OwnerInvitation } from '@parley/contract';
import {
  accountEmail,
  checkInvitation,
  checkOwnerInvitation,
  invitationRecord,
  newInvitation,
  type StoredAgencyClient,
} from '@parley/domain';
import { audit } from './audit.ts';
import { recordChange } from './events.ts';
import type { Store } from './store.ts';
import { userRecords } from './users.ts';

// The mocks have no sessions, so nobody can accept an invitation, and no member has an account.

const role = 'owner';

/** Throws SVC-FORBIDDEN unless the agency created the client, and only the agency has access to it. */
export function checkOwnAccess(record: StoredAgencyClient, { keys }: Store): void {
  const ownKeys = [...keys.values()].filter(({ grantId }) => grantId === null).length;
  checkOwnerInvitation(record, { accounts: 0, ownKeys });
}

/** Invites a person as the owner. Creates the member, unless one has the email address. */
export function inviteOwner(client: Store, owner: InviteOwnerBody): OwnerInvitation {
  const at = client.now();
  const email = accountEmail(owner.email);
  const known = [...userRecords.all(client).values()].find((user) => user.email === email);
  const invited = known && { ...known, hasAccount: false };
  checkInvitation(role, { by: role, known: invited, replaced: undefined, open: 0 });
  if (!known) userRecords.create(client, { ...owner, role });
  const made = { id: client.newId('invitation'), at };
  const invitation = invitationRecord(newInvitation({ email, role }, null, made));
  recordChange(client, 'member.invited', invitation, null, { at });
  audit(client, { action: 'invitation.created', recordId: invitation.id });
  return { invitation, invitationToken: client.secrets.text(tokenLength) };
}

/** The length of the tokens of the server: 32 bytes in base64url. */
const tokenLength = 43;
