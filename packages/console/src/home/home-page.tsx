import { Link } from 'wouter';
import { useOne } from '../api/use-one.ts';
import { LimitUses } from '../limits/limits.tsx';
import { mayAs, useSession } from '../session/session.ts';
import { Copyable } from '../ui/copyable.tsx';
import { Card, Facts, Page } from '../ui/page.tsx';
import { Pending } from '../ui/problem.tsx';

export function HomePage() {
  const session = useSession();
  const { tenant, member } = session;
  return (
    <Page
      title={tenant.name}
      about={
        <>
          You are signed in as <bdi>{member.name}</bdi>.
        </>
      }
    >
      <Facts
        of={[
          ['Workspace ID', <Copyable key="id" small label="ID" text={tenant.id} />],
          ['Kind', tenant.kind],
          ['Your role', member.role],
          ['Time zone', tenant.timezone],
        ]}
      />
      <Limits />
      {mayAs(session, 'admin') && !session.agency && (
        <Card>
          <h2>Use the API</h2>
          <ol>
            <li>
              <Link href="/settings/api-keys">Create an API key</Link>, and store it in the variable{' '}
              <code>PARLEY_API_KEY</code> of your shell.
            </li>
            <li>
              Ask the server whose key it is:
              <Copyable
                label="Command"
                text={`curl ${location.origin}/api/v1/api-keys/current -H "Authorization: Bearer $PARLEY_API_KEY"`}
              />
            </li>
            <li>
              Send a message: <Link href="/channels">open a sandbox channel</Link>. Its page has the
              command.
            </li>
            <li>
              Read on in <a href="/docs/">the documentation</a>.
            </li>
          </ol>
        </Card>
      )}
    </Page>
  );
}

/** Shows the limits of the workspace, if it has any. */
function Limits() {
  const limits = useOne('GET /tenants/current/limits');
  const { data, error } = limits;
  // Most workspaces have no limits, so nothing stands here while they are read.
  if (data ? Object.values(data).every((use) => use === null) : !error) return null;
  return (
    <Card>
      <h2>Limits</h2>
      {data ? <LimitUses uses={data} /> : <Pending query={limits} />}
    </Card>
  );
}
