import type { AgencyClient } from '@parley/contract/schemas';
import { Link } from 'wouter';
import { useList } from '../api/use-list.ts';
import { Badge } from '../ui/badge.tsx';
import { Actions, Page } from '../ui/page.tsx';
import { Search } from '../ui/search.tsx';
import { type Column, ListTable } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { useFilter } from '../ui/use-filter.ts';
import {
  CreateClient,
  InviteOwner,
  IssueKey,
  OpenWorkspace,
  RevokeGrant,
  Suspend,
} from './client-actions.tsx';
import { ClientLimits } from './client-limits.tsx';
import { permissionsOf } from './permissions-field.tsx';

const columns: readonly Column<AgencyClient>[] = [
  {
    head: 'Name',
    cell: ({ id, name, grant }) =>
      // Without a grant, the agency cannot read the client.
      grant ? <Link href={`/clients/${id}`}>{name}</Link> : <strong>{name}</strong>,
  },
  { head: 'Your ID', cell: ({ externalId }) => externalId ?? '–' },
  {
    head: 'Status',
    cell: ({ status, suspendedReason }) => (
      <div>
        <Badge tone={status === 'active' ? 'good' : 'warn'}>{status}</Badge> {suspendedReason}
      </div>
    ),
  },
  { head: 'Access', short: true, cell: ({ grant }) => (grant ? permissionsOf(grant) : 'none') },
  { head: 'Created', short: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
  { head: 'Actions', short: true, cell: (client) => <ClientActions of={client} /> },
];

export function ClientsPage() {
  const [search, setSearch] = useFilter('q');
  const list = useList('GET /agencies/current/clients', {
    query: { ...(search && { q: search }) },
  });
  return (
    <Page
      title="Clients"
      about="Workspaces that this agency looks after. Their data is reached only with a key of an active grant, and both sides see what was done."
      actions={<CreateClient />}
    >
      <Search
        label="Name, short name or your ID"
        placeholder="Aurora"
        value={search}
        onSearch={setSearch}
      />
      <ListTable
        caption="Clients"
        columns={columns}
        list={list}
        empty={
          search
            ? 'No client matches.'
            : 'No client yet. Create one: you get its first API key with it.'
        }
      />
    </Page>
  );
}

function ClientActions({ of: client }: { of: AgencyClient }) {
  const permissions = client.grant?.permissions ?? [];
  return (
    <Actions>
      {permissions.includes('keys') &&
        permissions.includes('manage') &&
        client.status === 'active' && <OpenWorkspace client={client} />}
      {permissions.includes('keys') && <IssueKey client={client} />}
      {client.provisioned && <InviteOwner client={client} />}
      {permissions.includes('manage') && client.provisioned && (
        <>
          <ClientLimits client={client} />
          <Suspend client={client} />
        </>
      )}
      {client.grant && <RevokeGrant client={client} grantId={client.grant.id} />}
    </Actions>
  );
}
