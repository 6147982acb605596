import { useState } from 'react';
import type { SendOnce } from '../api/send-once.ts';
import { refresh } from '../api/use-one.ts';
import { randomToken } from '../random.ts';
import { SelectField, TextField } from '../ui/field.tsx';
import { Form, textOf } from '../ui/form.tsx';
import { Card, Page } from '../ui/page.tsx';
import { reveal } from '../ui/reveal.tsx';
import { notify } from '../ui/toast.tsx';
import { useOnward } from '../ui/use-onward.ts';
import { ConfigFields, CredentialFields, configIn, credentialsIn } from './account-fields.tsx';
import { networkOptions, networks } from './networks.ts';
import { ReceiverSteps, receiverTitle } from './receiver.tsx';

/** Creates a channel with an account of a messaging network. */
export function ConnectPage() {
  const [type, setType] = useState<keyof typeof networks>('whatsapp');
  const [verifyToken] = useState(randomToken);
  const onward = useOnward();
  const { label, provider, anchor } = networks[type];

  async function connect(values: FormData, once: SendOnce) {
    const credentials = credentialsIn(values);
    const channel = await once('POST /channels', {
      body: {
        name: textOf(values, 'name') ?? '',
        type,
        provider,
        config: configIn(values),
        credentials,
      },
    });
    void refresh('GET /channels');
    onward(`/channels/${channel.id}`);
    const chosen = credentials.verifyToken;
    // Below a dialog, nobody would notice the message.
    if (!chosen) return notify('The channel is stored. Its next step is the verification.');
    const content = <ReceiverSteps channel={channel} verifyToken={chosen} />;
    reveal({ title: receiverTitle(channel), content });
  }

  return (
    <Page
      title="Connect a channel"
      up={{ href: '/channels', label: 'Channels' }}
      about={
        <>
          The server stores the credentials encrypted, and never shows them again.{' '}
          <a href={`/docs/guides/channels#${anchor}`}>Where to find the values of {label}</a>
        </>
      }
    >
      <Card>
        <Form submit="Connect" onSubmit={connect}>
          <SelectField
            label="Network"
            name="type"
            options={networkOptions}
            value={type}
            onChange={({ currentTarget: { value } }) =>
              setType(networkOptions.find((one) => one.value === value)?.value ?? type)
            }
          />
          <TextField
            label="Name"
            name="name"
            required
            maxLength={120}
            hint="For the people of this workspace, such as “Shop”."
          />
          <ConfigFields key={`${type} config`} type={type} />
          <CredentialFields key={`${type} credentials`} type={type} verifyToken={verifyToken} />
        </Form>
      </Card>
    </Page>
  );
}
