import type { Invitation } from '@parley/contract/console';
import type { Member } from '@parley/contract/schemas';
import { useList } from '../api/use-list.ts';
import { mayAs, useSession } from '../session/session.ts';
import { Badge } from '../ui/badge.tsx';
import { Breakable } from '../ui/breakable.tsx';
import { Actions, Page, Section } from '../ui/page.tsx';
import { type Column, ListTable } from '../ui/table.tsx';
import { ExactTime, Time } from '../ui/time.tsx';
import { ChangeRole, Deactivate, Invite, Reactivate, RevokeInvitation } from './member-actions.tsx';

export function MembersPage() {
  const session = useSession();
  // The server refuses changes by a member of an agency.
  const mayChange = mayAs(session, 'admin') && !session.agency;
  const list = useList('GET /members');
  return (
    <Page
      title="Members"
      about="People who work in this workspace. Owners may do everything, admins everything but change owners, members work with customers and their records."
      actions={mayChange && <Invite />}
    >
      <ListTable
        caption="Members"
        list={list}
        columns={mayChange ? [...columns, actions] : columns}
        empty="This workspace has no members."
      />
      {mayChange && <Invitations />}
    </Page>
  );
}

const columns: readonly Column<Member>[] = [
  { head: 'Name', cell: (member) => <Name of={member} /> },
  { head: 'Email', cell: ({ email }) => <Breakable text={email} /> },
  { head: 'Role', short: true, cell: ({ role }) => role },
  {
    head: 'Status',
    short: true,
    cell: ({ active }) => (
      <Badge tone={active ? 'good' : 'neutral'}>{active ? 'active' : 'deactivated'}</Badge>
    ),
  },
  {
    head: 'Last seen',
    short: true,
    cell: ({ lastSeenAt }) => <Time at={lastSeenAt} never="never" />,
  },
  { head: 'Since', short: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
];

const actions: Column<Member> = {
  head: 'Actions',
  short: true,
  cell: (member) => <MemberActions of={member} />,
};

function Name({ of: { id, name } }: { of: Member }) {
  const isOwn = useSession().member.id === id;
  return (
    <div>
      <strong>{name}</strong> {isOwn && <Badge>you</Badge>}
    </div>
  );
}

function MemberActions({ of: member }: { of: Member }) {
  const session = useSession();
  // The server refuses it.
  if (member.role === 'owner' && !mayAs(session, 'owner')) return null;
  return (
    <Actions>
      {member.active && <ChangeRole member={member} />}
      {member.active ? <Deactivate member={member} /> : <Reactivate member={member} />}
    </Actions>
  );
}

function Invitations() {
  const list = useList('GET /invitations', { query: { status: 'open' } });
  return (
    <Section title="Open invitations">
      <ListTable
        caption="Open invitations"
        list={list}
        columns={invitationColumns}
        empty="No invitation waits. Invite a person: you get a link to send."
      />
    </Section>
  );
}

const invitationColumns: readonly Column<Invitation>[] = [
  {
    head: 'Email',
    cell: ({ email }) => (
      <strong>
        <Breakable text={email} />
      </strong>
    ),
  },
  { head: 'Role', short: true, cell: ({ role }) => role },
  { head: 'Invited', short: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
  { head: 'Link works until', short: true, cell: ({ expiresAt }) => <ExactTime at={expiresAt} /> },
  {
    head: 'Actions',
    short: true,
    cell: (invitation) => <InvitationActions of={invitation} />,
  },
];

function InvitationActions({ of: invitation }: { of: Invitation }) {
  const session = useSession();
  // The server refuses it.
  if (invitation.role === 'owner' && !mayAs(session, 'owner')) return null;
  return <RevokeInvitation invitation={invitation} />;
}
