import type { ApiKey } from '@parley/contract/schemas';
import { useList } from '../api/use-list.ts';
import { Actions, Page } from '../ui/page.tsx';
import { type Column, ListTable } from '../ui/table.tsx';
import { useFilter } from '../ui/use-filter.ts';
import { CreateApiKey, RevokeApiKey, RotateApiKey } from './api-key-actions.tsx';
import { ChooseKeys, keyColumns } from './key-columns.tsx';

const columns: readonly Column<ApiKey>[] = [
  ...keyColumns,
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
      <ChooseKeys value={status} onChoose={setStatus} />
      <ListTable
        caption="API keys"
        columns={columns}
        list={list}
        empty={
          status === 'active'
            ? 'No program can use the API yet. Create a key, and give it to the program.'
            : 'No key has this status.'
        }
      />
    </Page>
  );
}
