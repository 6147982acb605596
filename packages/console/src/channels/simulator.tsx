import type { Channel } from '@parley/contract/schemas';
import { useState } from 'react';
import { Link } from 'wouter';
import type { SendOnce } from '../api/send-once.ts';
import { refresh } from '../api/use-one.ts';
import { Copyable } from '../ui/copyable.tsx';
import { TextArea, TextField } from '../ui/field.tsx';
import { Form, textOf } from '../ui/form.tsx';
import { Card, Section } from '../ui/page.tsx';

const customers: Readonly<{ [Type in Channel['type']]: string }> = {
  whatsapp: '+55 11 98765-4321',
  instagram: '1784000000000001',
  tiktok: 'conversation-1',
};

/** The command that sends a message by a sandbox channel. */
export function SendCommand({ channel: { id, type } }: { channel: Channel }) {
  const body = { channelId: id, to: customers[type], type: 'text', text: 'Hello' };
  const headers = `-H "Authorization: Bearer $PARLEY_API_KEY" -H 'Content-Type: application/json'`;
  return (
    <Section title="Write to a customer">
      <Card>
        <p>
          <Link href="/settings/api-keys">Create an API key</Link>, and store it in the variable{' '}
          <code>PARLEY_API_KEY</code> of your shell. Then send a message:
        </p>
        <Copyable
          label="Command"
          text={`curl ${location.origin}/api/v1/messages ${headers} -d '${JSON.stringify(body)}'`}
        />
        <p>
          The sandbox delivers the message, and marks it as read. If the customer last wrote more
          than 24 hours ago, write as the customer first. <Link href="/events">See its events</Link>
          .
        </p>
      </Card>
    </Section>
  );
}

/** Lets the user write as a customer of a sandbox channel. */
export function Simulator({ channel: { id, type } }: { channel: Channel }) {
  const [received, setReceived] = useState<string>();

  async function receive(values: FormData, once: SendOnce) {
    setReceived(undefined);
    const { message } = await once('POST /channels/:id/simulate/inbound', {
      path: { id },
      body: {
        type: 'text',
        from: textOf(values, 'from') ?? '',
        text: String(values.get('text')),
      },
    });
    setReceived(message.id);
    await refresh('GET /channels/:id', 'GET /events');
  }

  return (
    <Section title="Write as a customer">
      <Card>
        <p>The sandbox creates the contact, the conversation, the message and their events.</p>
        <Form submit="Send to the workspace" onSubmit={receive}>
          <TextField label="From" name="from" required defaultValue={customers[type]} />
          <TextArea
            label="Message"
            name="text"
            required
            defaultValue="Hello! Are you open today?"
          />
        </Form>
        <p role="status">
          {received && (
            <>
              Received as <code>{received}</code>. <Link href="/events">See its events</Link>.
            </>
          )}
        </p>
      </Card>
    </Section>
  );
}
