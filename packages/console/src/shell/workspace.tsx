import { useLocation } from 'wouter';
import { call } from '../api/call.ts';
import { enter, useSession } from '../session/session.ts';
import { SelectField } from '../ui/field.tsx';
import { notify } from '../ui/toast.tsx';
import css from './shell.module.css';

export function Workspace() {
  const { tenant, agency, workspaces } = useSession();
  const [, navigate] = useLocation();
  // The tenant of a client is not among those of the account.
  const all = agency ? [{ tenantId: tenant.id, name: tenant.name }, ...workspaces] : workspaces;
  if (all.length < 2) return <p className={css['workspace']}>{tenant.name}</p>;

  function choose(tenantId: string) {
    enter(() => call('POST /session/switch', { body: { tenantId } })).then(
      () => navigate('/'),
      (error: Error) => notify(error.message),
    );
  }

  return (
    <SelectField
      label="Workspace"
      name="workspace"
      value={tenant.id}
      onChange={(event) => choose(event.currentTarget.value)}
      options={all.map(({ tenantId, name }) => ({ value: tenantId, label: name }))}
    />
  );
}
