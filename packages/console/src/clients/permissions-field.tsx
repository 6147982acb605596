import type { AgencyGrant, AgencyPermission } from '@parley/contract/schemas';
import { ChoiceField } from '../ui/field.tsx';

const options: readonly { value: AgencyPermission; label: string; checked: boolean }[] = [
  { value: 'manage', label: 'Change, suspend and archive the client', checked: true },
  { value: 'keys', label: 'Issue API keys, which give full access to its data', checked: true },
];

/** What a grant permits. Every grant permits to read the record of the client. */
export function PermissionsField({ label }: { label: string }) {
  return <ChoiceField type="checkbox" label={label} name="permissions" options={options} />;
}

export function chosenPermissions(values: FormData): AgencyPermission[] {
  const chosen = values.getAll('permissions');
  return ['profile', ...options.map(({ value }) => value).filter((one) => chosen.includes(one))];
}

const words: Readonly<{ [One in AgencyPermission]: string }> = {
  profile: 'read the record',
  manage: 'manage',
  keys: 'issue keys',
};

/** Names what a grant permits. */
export function permissionsOf({ permissions }: Pick<AgencyGrant, 'permissions'>): string {
  return permissions.map((one) => words[one]).join(', ');
}
