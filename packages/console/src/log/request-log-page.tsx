import type { LoggedRequest, RequestOutcome } from '@parley/contract/console';
import { joinFilter } from '@parley/contract/schemas';
import { useList } from '../api/use-list.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { ChooseStatus } from '../ui/choose-status.tsx';
import { Actions, Page } from '../ui/page.tsx';
import { Search } from '../ui/search.tsx';
import { type Column, ListTable } from '../ui/table.tsx';
import { LogTime } from '../ui/time.tsx';
import { useFilter } from '../ui/use-filter.ts';

type Names = Readonly<Record<string, string>>;

const columnsWith = (names: Names): readonly Column<LoggedRequest>[] => [
  {
    head: 'Request',
    cell: ({ method, path, requestId }) => (
      <div>
        <strong>
          {method} {path}
        </strong>
        <div>
          <code>{requestId}</code>
        </div>
      </div>
    ),
  },
  {
    head: 'Result',
    cell: ({ status, code }) => (
      <div>
        <Badge tone={toneOf(status)}>{String(status ?? 'aborted')}</Badge>
        {code && (
          <div>
            <code>{code}</code>
          </div>
        )}
      </div>
    ),
  },
  { head: 'Key', cell: ({ keyId }) => names[keyId] ?? <code>{keyId}</code> },
  { head: 'Duration', short: true, cell: ({ durationMs }) => `${durationMs} ms` },
  { head: 'Time', short: true, cell: ({ createdAt }) => <LogTime at={createdAt} /> },
];

export function RequestLogPage() {
  const [keyId, setKeyId] = useFilter('keyId');
  const [outcome, setOutcome] = useFilter<RequestOutcome>('outcome');
  const [search, setSearch] = useFilter('q');
  const keys = useList('GET /api-keys', { query: { limit: 100 } });
  const query = { ...(keyId && { keyId }), ...(outcome && { outcome }), ...filterOf(search) };
  const list = useList('GET /request-log', { query });
  const names = Object.fromEntries(keys.rows.map(({ id, name }) => [id, name]));
  return (
    <Page
      title="Request log"
      about="Requests with API keys in the last 24 hours, without bodies. If many requests arrive at once, the log has only a part of them."
    >
      <Actions>
        <ChooseStatus
          label="Key"
          all="All keys"
          value={keyId}
          options={names}
          onChoose={setKeyId}
        />
        <ChooseStatus
          label="Result"
          all="All results"
          value={outcome}
          options={{
            success: 'Successes',
            refused: 'Refused (4xx)',
            failed: 'Failed (5xx)',
            aborted: 'Aborted by the client',
          }}
          onChoose={setOutcome}
        />
        <Search
          label="Error code, or ID of a request"
          placeholder="SVC-NOT-FOUND"
          value={search}
          onSearch={setSearch}
        />
      </Actions>
      <ListTable
        caption="Requests"
        columns={columnsWith(names)}
        list={list}
        empty={
          search || keyId || outcome
            ? 'No request matches.'
            : 'The log has no request of the last 24 hours. Create an API key, and give it to a program.'
        }
      />
    </Page>
  );
}

function toneOf(status: number | null): Tone {
  if (status === null) return 'neutral';
  if (status < 400) return 'good';
  return status < 500 ? 'warn' : 'danger';
}

function filterOf(search: string | undefined) {
  if (!search) return {};
  const code = search.toUpperCase();
  return code.startsWith('SVC-') ? { code } : { requestId: joinFilter([search]) };
}
