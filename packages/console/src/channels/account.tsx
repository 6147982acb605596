import type { Channel } from '@parley/contract/schemas';
import type { ReactNode } from 'react';
import { Badge, type Tone } from '../ui/badge.tsx';
import { numberOf } from '../ui/english.ts';
import { Facts, Section } from '../ui/page.tsx';
import { ExactTime } from '../ui/time.tsx';
import { labelsOf } from './networks.ts';

interface OfChannel {
  channel: Channel;
}

/** The account at the provider, and which credentials are stored. */
export function AccountSection({ channel }: OfChannel) {
  const { config, credentials } = channel;
  if (!config || !credentials) return null;
  const parts: Readonly<Record<string, object>> = { config, credentials };
  const facts = [...labelsOf(channel)].map(([path, label]): readonly [string, ReactNode] => {
    const [part = '', name = ''] = path.split('.');
    const value: unknown = Object.entries(parts[part] ?? {}).find(([key]) => key === name)?.[1];
    if (typeof value === 'string') return [label, <code key={path}>{value}</code>];
    const isStored = value === true;
    return [
      label,
      <Badge key={path} tone={isStored ? 'good' : 'neutral'}>
        {isStored ? 'stored' : 'not stored'}
      </Badge>,
    ];
  });
  const { updatedAt, expiresAt, refreshable } = credentials;
  return (
    <Section title="Account and credentials">
      <Facts
        of={[
          ...facts,
          ['Last stored', <ExactTime key="stored" at={updatedAt} never="never" />],
          [
            'Access token expires',
            <ExactTime key="expires" at={expiresAt} never="never, as far as known" />,
          ],
          ['Renewed by the server', refreshable ? 'yes' : 'no'],
        ]}
      />
    </Section>
  );
}

type Rating = NonNullable<Channel['quality']>['rating'];

const tones: Readonly<{ [One in Rating]: Tone }> = {
  green: 'good',
  yellow: 'warn',
  red: 'danger',
  unknown: 'neutral',
};

/** The rating of a WhatsApp number, and how many customers the business may write to first. */
export function Quality({ channel: { quality } }: OfChannel) {
  if (!quality) return null;
  const { rating, messagingLimit: limit, updatedAt } = quality;
  return (
    <Section title="Quality and messaging limit">
      <Facts
        of={[
          [
            'Rating',
            <Badge key="rating" tone={tones[rating]}>
              {rating}
            </Badge>,
          ],
          ['Messaging limit', limitText(limit)],
          ['Last changed', <ExactTime key="changed" at={updatedAt} />],
        ]}
      />
    </Section>
  );
}

function limitText(limit: number | 'unlimited' | null): string {
  if (limit === null) return 'not known';
  if (limit === 'unlimited') return 'unlimited';
  return `${numberOf(limit)} customers in 24 hours`;
}
