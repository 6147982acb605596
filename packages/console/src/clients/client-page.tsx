import type { AgencyClient, ApiKey } from '@parley/contract/schemas';
import { useParams } from 'wouter';
import { useList } from '../api/use-list.ts';
import { useOne } from '../api/use-one.ts';
import { RevokeApiKey } from '../api-keys/api-key-actions.tsx';
import { ChooseKeys, keyColumns } from '../api-keys/key-columns.tsx';
import { Badge } from '../ui/badge.tsx';
import { Copyable } from '../ui/copyable.tsx';
import { Facts, Page, pendingPage, Section } from '../ui/page.tsx';
import { ListTable } from '../ui/table.tsx';
import { useFilter } from '../ui/use-filter.ts';
import { Archive, IssueKey } from './client-actions.tsx';
import { permissionsOf } from './permissions-field.tsx';

const up = { href: '/clients', label: 'Clients' };

export function ClientPage() {
  const { id = '' } = useParams();
  const query = useOne('GET /agencies/current/clients/:id', { path: { id } });
  const client = query.data;
  if (!client) return pendingPage('Client', query, up);
  const { name, tenantId, externalId, status, grant } = client;
  return (
    <Page
      title={name}
      up={up}
      actions={grant?.permissions.includes('manage') && <Archive client={client} />}
    >
      <Facts
        of={[
          ['Workspace ID', <Copyable key="id" small label="ID" text={tenantId} />],
          ['Your ID', externalId ?? '–'],
          [
            'Status',
            <Badge key="status" tone={status === 'active' ? 'good' : 'warn'}>
              {status}
            </Badge>,
          ],
          ['Access', grant ? permissionsOf(grant) : 'none'],
        ]}
      />
      {grant?.permissions.includes('keys') && <IssuedKeys client={client} />}
    </Page>
  );
}

/** The API keys of the client that this agency issued. */
function IssuedKeys({ client }: { client: AgencyClient }) {
  const { id } = client;
  const [status, setStatus] = useFilter<ApiKey['status']>('status', 'active');
  const list = useList('GET /agencies/current/clients/:id/api-keys', {
    path: { id },
    query: { ...(status && { status }) },
  });
  return (
    <Section title="API keys that you issued" actions={<IssueKey client={client} />}>
      <ChooseKeys value={status} onChoose={setStatus} />
      <ListTable
        caption="API keys"
        columns={[
          ...keyColumns,
          {
            head: 'Actions',
            short: true,
            cell: (key) => key.status === 'active' && <RevokeApiKey apiKey={key} clientId={id} />,
          },
        ]}
        list={list}
        empty="You have issued no key with this status."
      />
    </Section>
  );
}
