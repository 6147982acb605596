import type { Channel } from '@parley/contract/schemas';
import { numberOf } from '../ui/english.ts';
import { Facts, Section } from '../ui/page.tsx';

export function Capabilities({ of: found }: { of: Channel['capabilities'] }) {
  const { unit, limit } = found.maxText;
  return (
    <Section title="Capabilities">
      <Facts
        of={[
          ['Who may begin', beginnings[found.businessInitiated]],
          ['Messaging window', `${found.windowHours} hours after the customer wrote`],
          ['Templates', found.templates ? 'yes' : 'no'],
          ['Receipts', found.receipts.join(', ')],
          ['Typing indicator', found.typing ? 'yes' : 'no'],
          ['Longest text', `${numberOf(limit)} ${unit}`],
        ]}
      />
    </Section>
  );
}

const beginnings: Readonly<{ [Way in Channel['capabilities']['businessInitiated']]: string }> = {
  template: 'the customer; the business with a template',
  none: 'the customer only',
};
