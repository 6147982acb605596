import { useSession } from '../session/session.ts';
import { useOpenWorkspace } from '../session/use-open-workspace.ts';
import { SelectField } from '../ui/field.tsx';
import css from './shell.module.css';

export function Workspace() {
  const { tenant, agency, workspaces } = useSession();
  const open = useOpenWorkspace();
  // The tenant of a client is not among those of the account.
  const all = agency ? [{ tenantId: tenant.id, name: tenant.name }, ...workspaces] : workspaces;
  if (all.length < 2) return <p className={css['workspace']}>{tenant.name}</p>;

  return (
    <SelectField
      label="Workspace"
      name="workspace"
      value={tenant.id}
      onChange={(event) => void open(event.currentTarget.value)}
      options={all.map(({ tenantId, name }) => ({ value: tenantId, label: name }))}
    />
  );
}
