import type { Channel } from '@parley/contract/schemas';
import { Badge } from '../ui/badge.tsx';
import { MarkedText } from '../ui/marked-text.tsx';
import { Section } from '../ui/page.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { labelsOf } from './networks.ts';

type Check = NonNullable<Channel['verification']>['checks'][number] & { id: string };

export function Checks({ channel }: { channel: Channel }) {
  const { verification } = channel;
  if (!verification) {
    return (
      <Section title="Checks">
        <p>
          The channel has not been verified yet, so it sends nothing. Choose Verify: the server asks
          the provider.
        </p>
      </Section>
    );
  }
  const labels = labelsOf(channel);
  const columns: readonly Column<Check>[] = [
    { head: 'Check', short: true, cell: ({ name }) => name.replaceAll('_', ' ') },
    {
      head: 'Result',
      cell: ({ ok }) => <Badge tone={ok ? 'good' : 'danger'}>{ok ? 'good' : 'failed'}</Badge>,
    },
    { head: 'Found', cell: ({ detail }) => detail },
    {
      head: 'What to do',
      cell: ({ fix }) => (fix ? <MarkedText text={fix} labels={labels} /> : '–'),
    },
  ];
  return (
    <Section title="Checks">
      <p>
        Verified <Time at={verification.at} />.
      </p>
      <Table
        caption="Checks of the channel"
        columns={columns}
        // The failed ones first.
        rows={verification.checks
          .map((check) => ({ ...check, id: check.name }))
          .sort((a, b) => Number(a.ok) - Number(b.ok))}
      />
    </Section>
  );
}

/** Says how a verification ended, in one sentence. */
export function resultOf({ verification, status }: Channel): string {
  const failed = verification?.checks.filter(({ ok }) => !ok).length ?? 0;
  if (failed === 0) return `Every check succeeded. The channel is ${status}.`;
  return `${failed === 1 ? '1 check has' : `${failed} checks have`} failed. See what to do under Checks.`;
}
