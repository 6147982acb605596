import type { ApiKey } from '@parley/contract/schemas';
import { Badge, type Tone } from '../ui/badge.tsx';
import { ChooseStatus } from '../ui/choose-status.tsx';
import type { Column } from '../ui/table.tsx';
import { ExactTime, Time } from '../ui/time.tsx';

const tones: Readonly<{ [Status in ApiKey['status']]: Tone }> = {
  active: 'good',
  expired: 'neutral',
  revoked: 'neutral',
};

/** The columns of a table of API keys, without the actions. */
export const keyColumns: readonly Column<ApiKey>[] = [
  { head: 'Name', cell: ({ name }) => <strong>{name}</strong> },
  { head: 'Key', cell: ({ hint }) => <code>{hint}</code> },
  {
    head: 'Status',
    short: true,
    cell: ({ status }) => <Badge tone={tones[status]}>{status}</Badge>,
  },
  {
    head: 'Last used',
    short: true,
    cell: ({ lastUsedAt }) => <Time at={lastUsedAt} never="never" />,
  },
  {
    head: 'Expires',
    short: true,
    cell: ({ expiresAt }) => <ExactTime at={expiresAt} never="never" />,
  },
];

interface ChooseKeysProps {
  value: ApiKey['status'] | undefined;
  onChoose: (status: ApiKey['status'] | undefined) => void;
}

/** Chooses which keys are shown. */
export function ChooseKeys({ value, onChoose }: ChooseKeysProps) {
  return (
    <ChooseStatus
      label="Show"
      all="All keys"
      value={value}
      options={{ active: 'Active keys', expired: 'Expired keys', revoked: 'Revoked keys' }}
      onChoose={onChoose}
    />
  );
}
