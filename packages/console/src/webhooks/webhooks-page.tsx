import type { WebhookEndpoint } from '@parley/contract/schemas';
import { Link } from 'wouter';
import { useList } from '../api/use-list.ts';
import { refresh } from '../api/use-one.ts';
import { useSession } from '../session/session.ts';
import { Action } from '../ui/action.tsx';
import { Badge } from '../ui/badge.tsx';
import { Breakable } from '../ui/breakable.tsx';
import { Page } from '../ui/page.tsx';
import { type Column, ListTable } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { EndpointFields, endpointIn, NewSecret, secretOf } from './endpoint-fields.tsx';

const columns: readonly Column<WebhookEndpoint>[] = [
  {
    head: 'URL',
    cell: ({ id, url }) => (
      <Link href={`/webhooks/${id}`}>
        <Breakable text={url} />
      </Link>
    ),
  },
  { head: 'Purpose', cell: ({ description }) => description ?? '–' },
  { head: 'Status', short: true, cell: (endpoint) => <EndpointStatus of={endpoint} /> },
  {
    head: 'Last success',
    short: true,
    cell: ({ lastSuccessAt }) => <Time at={lastSuccessAt} never="none" />,
  },
];

export function WebhooksPage() {
  const { agency } = useSession();
  const list = useList('GET /webhook-endpoints');
  return (
    <Page
      title="Webhooks"
      about="The server sends events to these URLs as they happen. It repeats failed deliveries for about three days."
      actions={!agency && <CreateEndpoint />}
    >
      <ListTable
        caption="Webhook endpoints"
        columns={columns}
        list={list}
        empty={`No URL receives events yet. ${agency ? '' : 'Add the URL of a program of yours; it must answer with 2xx.'}`}
        guide={<a href="/docs/guides/webhooks">How to write a receiver</a>}
      />
    </Page>
  );
}

export function EndpointStatus({ of: endpoint }: { of: WebhookEndpoint }) {
  const { status, disabledReason, failingSince } = endpoint;
  if (status === 'disabled') return <Badge>{`disabled: ${disabledReason}`}</Badge>;
  return failingSince ? <Badge tone="danger">failing</Badge> : <Badge tone="good">enabled</Badge>;
}

function CreateEndpoint() {
  return (
    <Action
      label="Add endpoint"
      look="primary"
      title="Add a webhook endpoint"
      submit="Add"
      resultTitle="The secret of the new endpoint"
      onSubmit={async (values, once) => {
        const created = await once('POST /webhook-endpoints', { body: endpointIn(values) });
        const secret = await secretOf(created);
        void refresh('GET /webhook-endpoints');
        return <NewSecret secret={secret} />;
      }}
    >
      <EndpointFields />
    </Action>
  );
}
