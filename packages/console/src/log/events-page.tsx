import { Link, useParams } from 'wouter';
import type { Answer } from '../api/call.ts';
import { useList } from '../api/use-list.ts';
import { useOne } from '../api/use-one.ts';
import { Breakable } from '../ui/breakable.tsx';
import { Copyable } from '../ui/copyable.tsx';
import { Facts, Json, Page, pendingPage } from '../ui/page.tsx';
import { Search } from '../ui/search.tsx';
import { type Column, ListTable } from '../ui/table.tsx';
import { ExactTime, LogTime } from '../ui/time.tsx';
import { useFilter } from '../ui/use-filter.ts';
import { type ActorNames, By, useActorNames } from './actor.tsx';

type Event = Answer<'GET /events/:id'>;

const columnsWith = (names: ActorNames): readonly Column<Event>[] => [
  {
    head: 'Type',
    cell: ({ id, type }) => (
      <Link href={`/events/${id}`}>
        <Breakable text={type} />
      </Link>
    ),
  },
  { head: 'Record', cell: ({ subject }) => <code>{subject.id}</code> },
  { head: 'By', cell: ({ actor }) => <By actor={actor} names={names} /> },
  { head: 'Time', short: true, cell: ({ timestamp }) => <LogTime at={timestamp} /> },
];

export function EventsPage() {
  const [search, setSearch] = useFilter('q');
  const names = useActorNames();
  const query = { sort: '-sequence' as const, ...filterOf(search) };
  const list = useList('GET /events', { query });
  return (
    <Page
      title="Event log"
      about="What happened in the last 30 days, as webhook endpoints receive it. The newest events come first."
    >
      <Search
        label="Type of event, or ID of a record"
        placeholder="message.*"
        value={search}
        onSearch={setSearch}
      />
      <ListTable
        caption="Events"
        columns={columnsWith(names)}
        list={list}
        empty={
          search
            ? 'No event matches. Enter a type such as message.received, a group such as message.*, or the ID of a record.'
            : 'Nothing has happened in the last 30 days.'
        }
      />
    </Page>
  );
}

/** IDs of records have a prefix, an underscore and 26 characters; types of events have a dot. */
function filterOf(search: string | undefined) {
  if (!search) return {};
  return /^[a-z]{3,4}_\w{26}$/.test(search) ? { subjectId: search } : { type: search };
}

export function EventPage() {
  const { id = '' } = useParams();
  const event = useOne('GET /events/:id', { path: { id } });
  const names = useActorNames();
  const up = { href: '/events', label: 'Event log' };
  if (!event.data) return pendingPage('Event', event, up);
  const { type, timestamp, subject, actor, sequence } = event.data;
  return (
    <Page title={type} up={up}>
      <Facts
        of={[
          ['Time', <ExactTime key="time" at={timestamp} />],
          ['Record', <Copyable key="record" small label="ID" text={subject.id} />],
          ['By', <By key="by" actor={actor} names={names} />],
          ['Sequence', sequence],
        ]}
      />
      <Json label="The event" value={event.data} />
    </Page>
  );
}
