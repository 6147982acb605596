import type { Session } from '@parley/contract/console';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { call } from '../api/call.ts';
import { queryClient, sessionKey } from '../api/query-client.ts';
import { refresh } from '../api/use-one.ts';
import { NewPasswordField } from '../session/new-password-field.tsx';
import { PasswordField } from '../session/password-field.tsx';
import { useSession } from '../session/session.ts';
import { Action } from '../ui/action.tsx';
import { Badge } from '../ui/badge.tsx';
import { TextField } from '../ui/field.tsx';
import { Form, textOf } from '../ui/form.tsx';
import { Card, Page, Section } from '../ui/page.tsx';
import { Pending } from '../ui/problem.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { notify } from '../ui/toast.tsx';
import { Authenticator } from './authenticator.tsx';

export function ProfilePage() {
  const { account } = useSession();
  return (
    <Page title="Profile" about={`You sign in as ${account.email}.`}>
      <Section title="Name">
        <Card>
          <Form
            submit="Save name"
            onSubmit={async (values) => {
              const name = textOf(values, 'name') ?? '';
              const session = await call('PATCH /profile', { body: { name } });
              queryClient.setQueryData(sessionKey, session);
              notify('The name is changed.');
            }}
          >
            <TextField
              label="Display name"
              name="name"
              required
              maxLength={255}
              defaultValue={account.name}
              autoComplete="name"
            />
          </Form>
        </Card>
      </Section>
      <Section title="Password">
        <Password email={account.email} />
      </Section>
      <Section title="Authenticator app">
        <Authenticator isOn={account.totp} />
      </Section>
      <Sessions />
    </Page>
  );
}

function Password({ email }: { email: string }) {
  const [changes, setChanges] = useState(0);
  return (
    <Card>
      <p>A new password ends your sessions in other browsers.</p>
      <Form
        submit="Change password"
        onSubmit={async (values) => {
          const password = {
            current: String(values.get('password.current')),
            new: String(values.get('password.new')),
          };
          await call('PATCH /profile', { body: { password } });
          setChanges((count) => count + 1);
          notify('The password is changed.');
          await refresh('GET /sessions');
        }}
      >
        <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
        {/* After a change, the fields are empty again: the present password is another one. */}
        <Fragment key={changes}>
          <PasswordField label="Present password" name="password.current" />
          <NewPasswordField label="New password" name="password.new" />
        </Fragment>
      </Form>
    </Card>
  );
}

const columns: readonly Column<Session>[] = [
  {
    head: 'Browser',
    cell: ({ userAgent, current }) => (
      <div>
        {browserOf(userAgent)} {current && <Badge tone="good">this one</Badge>}
      </div>
    ),
  },
  { head: 'Workspace', cell: ({ tenantName }) => tenantName },
  { head: 'Address', cell: ({ ip }) => ip ?? 'unknown' },
  { head: 'Last seen', short: true, cell: ({ lastSeenAt }) => <Time at={lastSeenAt} /> },
  { head: 'Signed in', short: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    head: 'Actions',
    short: true,
    cell: (session) => !session.current && <EndSession session={session} />,
  },
];

function Sessions() {
  const sessions = useQuery({
    queryKey: ['GET /sessions'],
    queryFn: () => call('GET /sessions'),
  });
  const others = sessions.data?.data.filter(({ current }) => !current) ?? [];
  return (
    <Section title="Sessions" actions={others.length > 0 && <EndOthers />}>
      {sessions.data ? (
        <Table caption="Sessions" columns={columns} rows={sessions.data.data} />
      ) : (
        <Pending query={sessions} />
      )}
    </Section>
  );
}

function EndSession({ session: { id, userAgent } }: { session: Session }) {
  return (
    <Action
      label="End"
      name={`End the session in ${browserOf(userAgent)}`}
      look="danger"
      title="End this session?"
      submit="End session"
      done="The session has ended."
      onSubmit={async () => {
        await call('DELETE /sessions/:id', { path: { id } });
        await refresh('GET /sessions');
      }}
    >
      <p>The browser has to sign in again.</p>
    </Action>
  );
}

function EndOthers() {
  return (
    <Action
      label="End all others"
      look="danger"
      title="End all other sessions?"
      submit="End sessions"
      done="The other sessions have ended."
      onSubmit={async () => {
        await call('DELETE /sessions');
        await refresh('GET /sessions');
      }}
    >
      <p>Only this browser stays signed in.</p>
    </Action>
  );
}

/** Names the browser and the system of a `User-Agent`. The first match wins: Edge also calls itself Chrome. */
function browserOf(userAgent: string | null): string {
  if (!userAgent) return 'Unknown browser';
  const browsers = ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari'];
  const systems = ['Windows', 'Android', 'iPhone', 'iPad', 'Mac OS', 'Linux'];
  const named = (names: readonly string[]) => names.find((name) => userAgent.includes(name));
  const browser = named(browsers)?.replace('Edg', 'Edge').replace('OPR', 'Opera');
  const system = named(systems);
  if (!browser) return userAgent.slice(0, 40);
  return system ? `${browser} on ${system}` : browser;
}
