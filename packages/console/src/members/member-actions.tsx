import type { Invitation } from '@parley/contract/console';
import type { Member, MemberRole } from '@parley/contract/schemas';
import type { ReactNode } from 'react';
import { call } from '../api/call.ts';
import { refresh } from '../api/use-one.ts';
import { mayAs, readSessionAgain, useSession } from '../session/session.ts';
import { Action } from '../ui/action.tsx';
import { ChoiceField, TextField } from '../ui/field.tsx';
import { textOf } from '../ui/form.tsx';
import { NewLink } from './new-link.tsx';

const roles: readonly { value: MemberRole; label: string; hint: string }[] = [
  { value: 'member', label: 'Member', hint: 'Works with customers, conversations and records.' },
  { value: 'admin', label: 'Admin', hint: 'Also keys, webhooks, channels and members.' },
  { value: 'owner', label: 'Owner', hint: 'Everything, the other owners too.' },
];

function RoleField({ chosen }: { chosen: MemberRole }) {
  const session = useSession();
  const options = roles
    .filter(({ value }) => value !== 'owner' || mayAs(session, 'owner'))
    .map((role) => ({ ...role, checked: role.value === chosen }));
  return <ChoiceField type="radio" label="Role" name="role" options={options} />;
}

export function Invite() {
  return (
    <Action
      label="Invite a person"
      look="primary"
      title="Invite a person"
      submit="Make the link"
      resultTitle="The link of the invitation"
      onSubmit={async (values, once) => {
        const email = textOf(values, 'email') ?? '';
        const role = String(values.get('role')) as MemberRole;
        const created = await once('POST /invitations', { body: { email, role } });
        void refresh('GET /invitations');
        return <NewLink {...created} ifLost="invite the person again: it replaces the lost link" />;
      }}
    >
      <TextField
        label="Email"
        name="email"
        type="email"
        required
        hint="The person signs in with this address."
      />
      <RoleField chosen="member" />
    </Action>
  );
}

export function RevokeInvitation({ invitation: { id, email } }: { invitation: Invitation }) {
  return (
    <Action
      label="Revoke"
      name={`Revoke the invitation of ${email}`}
      look="danger"
      title={`Revoke the invitation of ${email}?`}
      submit="Revoke invitation"
      done="The invitation is revoked."
      onSubmit={async () => {
        await call('DELETE /invitations/:id', { path: { id } });
        await refresh('GET /invitations');
      }}
    >
      <p>The link stops working. You can invite the person again.</p>
    </Action>
  );
}

export function ChangeRole({ member: { id, name, role } }: { member: Member }) {
  const isOwn = useIsOwn(id);
  return (
    <Action
      label="Change role"
      name={`Change role of ${name}`}
      title={`Role of ${name}`}
      submit="Change role"
      done={`${name} has the new role.`}
      onSubmit={async (values) => {
        const chosen = String(values.get('role')) as MemberRole;
        await call('PATCH /members/:id', { path: { id }, body: { role: chosen } });
        if (isOwn) await readSessionAgain();
        await refresh('GET /members');
      }}
    >
      {isOwn && (
        <p>This is your own role. If you choose a lower one, somebody else must undo it.</p>
      )}
      <RoleField chosen={role} />
    </Action>
  );
}

/** Whether a member is the user of the session. */
function useIsOwn(id: string): boolean {
  return useSession().member.id === id;
}

export function Deactivate({ member }: { member: Member }) {
  const isOwn = useIsOwn(member.id);
  return (
    <Activation member={member} active={false} label="Deactivate">
      {isOwn && <p>This is you: you leave this workspace until somebody else reactivates you.</p>}
      <p>
        Sessions of {member.name} end with the next request, and nothing can be assigned to them.
        Existing assignments stay.
      </p>
    </Activation>
  );
}

export function Reactivate({ member }: { member: Member }) {
  return (
    <Activation member={member} active label="Reactivate">
      <p>{member.name} can sign in again, as before.</p>
    </Activation>
  );
}

interface ActivationProps {
  member: Member;
  active: boolean;
  label: string;
  children: ReactNode;
}

function Activation({ member: { id, name }, active, label, children }: ActivationProps) {
  const isOwn = useIsOwn(id);
  return (
    <Action
      label={label}
      name={`${label} ${name}`}
      look={active ? 'normal' : 'danger'}
      title={`${label} ${name}?`}
      submit={label}
      done={`${name} is ${active ? 'active' : 'deactivated'}.`}
      onSubmit={async () => {
        await call('PATCH /members/:id', { path: { id }, body: { active } });
        // The session has ended.
        if (isOwn) location.assign('/');
        else await refresh('GET /members');
      }}
    >
      {children}
    </Action>
  );
}
