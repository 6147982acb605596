import type { ApiKey } from '@parley/contract/schemas';
import { useList } from '../api/use-list.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { ChooseStatus } from '../ui/choose-status.tsx';
import { Actions, Page } from '../ui/page.tsx';
import { type Column, ListTable } from '../ui/table.tsx';
import { ExactTime, Time } from '../ui/time.tsx';
import { useFilter } from '../ui/use-filter.ts';
import { CreateApiKey, RevokeApiKey, RotateApiKey } from './api-key-actions.tsx';

const tones: Readonly<{ [Status in ApiKey['status']]: Tone }> = {
  active: 'good',
  expired: 'neutral',
  revoked: 'neutral',
};

const columns: readonly Column<ApiKey>[] = [
  { head: 'Name', cell: ({ name }) => <strong>{name}</strong> },
  { head: 'Key', cell: ({ hint }) => <code>{hint}</code> },
  {
    head: 'Status',
    short: true,
    cell: ({ status }) => <Badge tone={tones[status]}>{status}</Badge>,
  },
  {
    head: 'Last used',
    short: true,
    cell: ({ lastUsedAt }) => <Time at={lastUsedAt} never="never" />,
  },
  {
    head: 'Expires',
    short: true,
    cell: ({ expiresAt }) => <ExactTime at={expiresAt} never="never" />,
  },
  {
    head: 'Actions',
    short: true,
    cell: (key) =>
      key.status === 'active' && (
        <Actions>
          <RotateApiKey apiKey={key} />
          <RevokeApiKey apiKey={key} />
        </Actions>
      ),
  },
];

export function ApiKeysPage() {
  const [status, setStatus] = useFilter<ApiKey['status']>('status', 'active');
  const list = useList('GET /api-keys', { query: { ...(status && { status }) } });
  return (
    <Page
      title="API keys"
      about="A program sends a key with each request. A key gives full access to this workspace: keep it on servers, never in a page or an app."
      actions={<CreateApiKey />}
    >
      <ChooseStatus
        label="Show"
        all="All keys"
        value={status}
        options={{ active: 'Active keys', expired: 'Expired keys', revoked: 'Revoked keys' }}
        onChoose={setStatus}
      />
      <ListTable
        caption="API keys"
        columns={columns}
        list={list}
        empty={
          <p>
            {status === 'active'
              ? 'No program can use the API yet. Create a key, and give it to the program.'
              : 'No key has this status.'}
          </p>
        }
      />
    </Page>
  );
}
