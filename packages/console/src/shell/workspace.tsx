import { useState } from 'react';
import { useSession } from '../session/session.ts';
import { useOpenWorkspace } from '../session/use-open-workspace.ts';
import { SelectField } from '../ui/field.tsx';
import css from './shell.module.css';

export function Workspace() {
  const { tenant, agency, workspaces } = useSession();
  const open = useOpenWorkspace();
  const [chosen, setChosen] = useState<string>();
  // The tenant of a client is not among those of the account.
  const all = agency ? [{ tenantId: tenant.id, name: tenant.name }, ...workspaces] : workspaces;
  if (all.length < 2) {
    return (
      <p className={css['workspace']}>
        <bdi>{tenant.name}</bdi>
      </p>
    );
  }

  function choose(tenantId: string) {
    // The answers of two requests could arrive in another order.
    if (chosen !== undefined) return;
    setChosen(tenantId);
    void open(tenantId).finally(() => setChosen(undefined));
  }

  return (
    <SelectField
      label="Workspace"
      name="workspace"
      value={chosen ?? tenant.id}
      aria-busy={chosen !== undefined}
      onChange={(event) => choose(event.currentTarget.value)}
      options={all.map(({ tenantId, name }) => ({ value: tenantId, label: name }))}
    />
  );
}
