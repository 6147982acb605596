import type { AgencyGrant } from '@parley/contract/schemas';
import { call } from '../api/call.ts';
import { useList } from '../api/use-list.ts';
import { refresh } from '../api/use-one.ts';
import { Action } from '../ui/action.tsx';
import { Badge } from '../ui/badge.tsx';
import { ChooseStatus } from '../ui/choose-status.tsx';
import { TextField } from '../ui/field.tsx';
import { textOf } from '../ui/form.tsx';
import { Page } from '../ui/page.tsx';
import { type Column, ListTable } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { useFilter } from '../ui/use-filter.ts';
import { chosenPermissions, PermissionsField, permissionsOf } from './permissions-field.tsx';

const columns: readonly Column<AgencyGrant>[] = [
  { head: 'Agency', cell: ({ agencyId, agencyName }) => agencyName ?? <code>{agencyId}</code> },
  { head: 'May', short: true, cell: permissionsOf },
  {
    head: 'Status',
    short: true,
    cell: ({ status }) => <Badge tone={status === 'active' ? 'good' : 'neutral'}>{status}</Badge>,
  },
  { head: 'Since', short: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
  { head: 'Ends', short: true, cell: ({ expiresAt }) => <Time at={expiresAt} never="never" /> },
  {
    head: 'Actions',
    short: true,
    cell: (grant) => grant.status === 'active' && <Revoke grant={grant} />,
  },
];

export function AgenciesPage() {
  const [status, setStatus] = useFilter<AgencyGrant['status']>('status', 'active');
  const list = useList('GET /agency-grants', { query: { ...(status && { status }) } });
  return (
    <Page
      title="Agencies"
      about="Agencies that may work in this workspace. The audit log shows what they did."
      actions={<Grant />}
    >
      <ChooseStatus
        label="Show"
        all="All grants"
        value={status}
        options={{ active: 'Active grants', expired: 'Expired grants', revoked: 'Revoked grants' }}
        onChoose={setStatus}
      />
      <ListTable
        caption="Grants"
        columns={columns}
        list={list}
        empty={
          status === 'active'
            ? 'No agency has access to this workspace.'
            : 'No grant has this status.'
        }
      />
    </Page>
  );
}

function Grant() {
  return (
    <Action
      label="Give access"
      title="Give an agency access"
      submit="Give access"
      done="The agency has access."
      onSubmit={async (values, once) => {
        const agencyId = textOf(values, 'agencyId') ?? '';
        const permissions = chosenPermissions(values);
        await once('POST /agency-grants', { body: { agencyId, permissions } });
        await refresh('GET /agency-grants');
      }}
    >
      <TextField
        label="ID of the agency"
        name="agencyId"
        required
        hint="The agency sees it on its first page. It begins with ten_."
      />
      <PermissionsField label="The agency may" />
    </Action>
  );
}

function Revoke({ grant: { id, agencyId, agencyName } }: { grant: AgencyGrant }) {
  return (
    <Action
      label="Revoke"
      name={`Revoke the access of ${agencyName ?? agencyId}`}
      look="danger"
      title="Revoke the access of the agency?"
      submit="Revoke access"
      done="The access is revoked."
      onSubmit={async () => {
        await call('DELETE /agency-grants/:id', { path: { id } });
        await refresh('GET /agency-grants');
      }}
    >
      <p>The keys that the agency issued stop working at once.</p>
    </Action>
  );
}
