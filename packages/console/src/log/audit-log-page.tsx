import type { AuditEntry } from '@parley/contract/schemas';
import { useList } from '../api/use-list.ts';
import { Breakable } from '../ui/breakable.tsx';
import { Actions, Page } from '../ui/page.tsx';
import { Search } from '../ui/search.tsx';
import { type Column, ListTable } from '../ui/table.tsx';
import { LogTime } from '../ui/time.tsx';
import { useFilter } from '../ui/use-filter.ts';
import { type ActorNames, By, useActorNames } from './actor.tsx';

const columnsWith = (names: ActorNames): readonly Column<AuditEntry>[] => [
  {
    head: 'Action',
    cell: ({ action }) => (
      <strong>
        <Breakable text={action} />
      </strong>
    ),
  },
  {
    head: 'Record',
    cell: ({ recordId, clientId }) => (
      <>
        {recordId ? <code>{recordId}</code> : '–'}
        {clientId !== null && clientId !== recordId && (
          <>
            {' '}
            of client <code>{clientId}</code>
          </>
        )}
      </>
    ),
  },
  { head: 'By', cell: (entry) => <By {...entry} names={names} /> },
  { head: 'Address', cell: ({ ip }) => ip ?? 'command line' },
  { head: 'Time', short: true, cell: ({ createdAt }) => <LogTime at={createdAt} /> },
];

export function AuditLogPage() {
  const [search, setSearch] = useFilter('q');
  const [actorId, setActorId] = useFilter('actorId');
  const names = useActorNames();
  const query = { ...filterOf(search), ...(actorId && { actorId }) };
  const list = useList('GET /audit-log', { query });
  return (
    <Page
      title="Audit log"
      about="Who changed keys, settings, credentials and members, and who looked at secrets."
    >
      <Actions>
        <Search
          label="Action, or ID of a record"
          placeholder="api_key.revoked"
          value={search}
          onSearch={setSearch}
        />
        <Search
          label="ID of the member or API key that acted"
          placeholder="usr_…"
          value={actorId}
          onSearch={setActorId}
        />
      </Actions>
      <ListTable
        caption="Audited actions"
        columns={columnsWith(names)}
        list={list}
        empty={search || actorId ? 'No action matches.' : 'No audited action has happened yet.'}
      />
    </Page>
  );
}

function filterOf(search: string | undefined) {
  if (!search) return {};
  if (/^cli_\w{26}$/.test(search)) return { clientId: search };
  return /^[a-z]{3,4}_\w{26}$/.test(search) ? { recordId: search } : { action: search };
}
