import type { AgencyClient } from '@parley/contract/schemas';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { refresh } from '../api/use-one.ts';
import { NewKey } from '../api-keys/new-key.tsx';
import { NewLink } from '../members/new-link.tsx';
import { useOpenWorkspace } from '../session/use-open-workspace.ts';
import { Action } from '../ui/action.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { textOf } from '../ui/form.tsx';
import { notify } from '../ui/toast.tsx';
import { useOnward } from '../ui/use-onward.ts';
import { chosenPermissions, PermissionsField } from './permissions-field.tsx';

interface OfClient {
  client: AgencyClient;
}

const refreshed = () => refresh('GET /agencies/current/clients');

const issueAnother = 'Issue another key, and revoke the lost one on the page of the client.';

export function CreateClient() {
  return (
    <Action
      label="Create client"
      look="primary"
      title="Create a client"
      submit="Create"
      resultTitle="The client is created"
      onSubmit={async (values, once) => {
        const externalId = textOf(values, 'externalId');
        const permissions = chosenPermissions(values);
        const [name = '', email = ''] = ['owner.name', 'owner.email'].map((field) =>
          textOf(values, field),
        );
        const { apiKey, secret, invitation, invitationToken } = await once(
          'POST /agencies/current/clients',
          {
            body: {
              name: textOf(values, 'name') ?? '',
              ...(externalId && { externalId }),
              grant: { permissions },
              ...((name || email) && { owner: { name, email } }),
              ...(permissions.includes('keys') && { issueKey: { name: 'First key' } }),
            },
          },
        );
        await refreshed();
        if (apiKey === null && invitation === null) return undefined;
        return (
          <>
            {apiKey && <NewKey apiKey={{ ...apiKey, secret }} ifLost={issueAnother} />}
            {invitation && (
              <NewLink
                email={invitation.email}
                token={invitationToken}
                ifLost="invite the owner again"
              />
            )}
          </>
        );
      }}
    >
      <TextField label="Name" name="name" required maxLength={255} />
      <TextField
        label="Your ID"
        name="externalId"
        maxLength={255}
        hint="The ID of the client in your own system; may stay empty."
      />
      <TextField
        label="Name of the owner"
        name="owner.name"
        maxLength={255}
        hint="The first person in the workspace of the client; may stay empty."
      />
      <TextField
        label="Email of the owner"
        name="owner.email"
        type="email"
        hint="You get the link of the invitation."
      />
      <PermissionsField label="You may" />
    </Action>
  );
}

export function IssueKey({ client: { id, name } }: OfClient) {
  return (
    <Action
      label="Issue key"
      name={`Issue key of ${name}`}
      title={`Issue an API key of ${name}`}
      submit="Issue"
      resultTitle={`The new API key of ${name}`}
      onSubmit={async (values, once) => {
        const apiKey = await once('POST /agencies/current/clients/:id/api-keys', {
          path: { id },
          body: { name: textOf(values, 'name') ?? '' },
        });
        void refresh('GET /agencies/current/clients/:id/api-keys');
        return <NewKey apiKey={apiKey} ifLost={issueAnother} />;
      }}
    >
      <p>The key gives full access to the data of the client. It ends with your grant.</p>
      <TextField label="Name of the key" name="name" required maxLength={255} />
    </Action>
  );
}

export function InviteOwner({ client: { id, name: clientName } }: OfClient) {
  return (
    <Action
      label="Invite owner"
      name={`Invite owner of ${clientName}`}
      title={`Invite the owner of ${clientName}`}
      submit="Make the link"
      resultTitle="The link of the invitation"
      onSubmit={async (values, once) => {
        const [name = '', email = ''] = ['name', 'email'].map((field) => textOf(values, field));
        const { invitationToken: token } = await once(
          'POST /agencies/current/clients/:id/invite-owner',
          { path: { id }, body: { name, email } },
        );
        return <NewLink email={email} token={token} ifLost="invite the owner again" />;
      }}
    >
      <p>
        Earlier links of owners stop working. When somebody has joined, the members of the workspace
        invite further people.
      </p>
      <TextField label="Name of the owner" name="name" required maxLength={255} />
      <TextField label="Email of the owner" name="email" type="email" required />
    </Action>
  );
}

/** Opens the workspace of the client, with a new session under the grant. */
export function OpenWorkspace({ client: { tenantId, name } }: OfClient) {
  const open = useOpenWorkspace();
  const [isBusy, setBusy] = useState(false);
  return (
    <Button
      aria-label={`Open the workspace of ${name}`}
      busy={isBusy}
      onClick={() => {
        setBusy(true);
        void open(tenantId).finally(() => setBusy(false));
      }}
    >
      Open
    </Button>
  );
}

export function Suspend({ client: { id, name, status } }: OfClient) {
  const isActive = status === 'active';
  const label = isActive ? 'Suspend' : 'Reactivate';
  return (
    <Action
      label={label}
      name={`${label} ${name}`}
      look={isActive ? 'danger' : 'normal'}
      title={`${label} ${name}?`}
      submit={label}
      onSubmit={async (values, once) => {
        const path = { id };
        if (isActive) {
          const reason = textOf(values, 'reason') ?? null;
          const body = { reason };
          const client = await once('POST /agencies/current/clients/:id/suspend', { path, body });
          notify(suspensionOf(client, reason));
        } else {
          await once('POST /agencies/current/clients/:id/reactivate', { path });
          notify(`${name} works again.`);
        }
        await refreshed();
      }}
    >
      {isActive ? (
        <>
          <p>
            The server refuses all requests of the client from the next one on. It still stores what
            customers write.
          </p>
          <TextField
            label="Reason"
            name="reason"
            maxLength={500}
            hint="The client does not see it; may stay empty."
          />
        </>
      ) : (
        <p>The client works again, as before.</p>
      )}
    </Action>
  );
}

/** Says that the client is suspended, and if somebody else was first: the server keeps the first reason. */
function suspensionOf({ name, suspendedReason: kept }: AgencyClient, reason: string | null) {
  if (kept === reason) return `${name} is suspended.`;
  return `${name} was already suspended, ${kept === null ? 'without a reason' : `with the reason “${kept}”`}. Your reason is not stored. To replace the reason, reactivate and suspend the client.`;
}

export function RevokeGrant({ client: { id, name }, grantId }: OfClient & { grantId: string }) {
  return (
    <Action
      label="Give up access"
      name={`Give up access to ${name}`}
      look="danger"
      title={`Give up the access to ${name}?`}
      submit="Revoke grant"
      done={`The access to ${name} has ended.`}
      onSubmit={async () => {
        await call('DELETE /agencies/current/clients/:id/grants/:agencyGrantId', {
          path: { id, agencyGrantId: grantId },
        });
        await refreshed();
      }}
    >
      <p>
        The grant is revoked, and the keys that you issued stop working at once. You can then
        neither suspend nor archive the client. Only the client can give you access again.
      </p>
    </Action>
  );
}

export function Archive({ client: { id, name, provisioned } }: OfClient) {
  const onward = useOnward();
  return (
    <Action
      label="Archive"
      look="danger"
      title={`Archive ${name}?`}
      submit="Archive client"
      done={`${name} is archived.`}
      onSubmit={async () => {
        await call('DELETE /agencies/current/clients/:id', { path: { id } });
        void refreshed();
        onward('/clients');
      }}
    >
      <p>
        The client leaves your list. Your grant is revoked, and the keys that you issued stop
        working at once.
      </p>
      {provisioned && (
        <p>
          The server suspends the workspace, and deletes it with all its data after 30 days. Until
          then, the operator of the server can restore it.
        </p>
      )}
    </Action>
  );
}
