import { type Channel, webhookFields } from '@parley/contract/schemas';
import { useOne } from '../api/use-one.ts';
import { Copyable } from '../ui/copyable.tsx';
import { Card, Section } from '../ui/page.tsx';
import { Pending } from '../ui/problem.tsx';
import { networks } from './networks.ts';

const screens: Readonly<{ [Type in Channel['type']]?: string }> = {
  whatsapp: 'WhatsApp → Configuration',
  instagram: 'Instagram → API setup with Instagram login → Configure webhooks',
};

interface ReceiverProps {
  channel: Channel;
  /** The verify token, while the browser still knows it. */
  verifyToken?: string;
}

export function receiverTitle({ type }: Channel): string {
  return `Receive the webhooks of ${networks[type].label}`;
}

export function Receiver({ channel }: ReceiverProps) {
  return (
    <Section title={receiverTitle(channel)}>
      <Card>
        <ReceiverSteps channel={channel} />
      </Card>
    </Section>
  );
}

/** What to do at the provider so that the messages of customers reach the channel. */
export function ReceiverSteps({ channel, verifyToken }: ReceiverProps) {
  const server = useOne('GET /setup');
  if (!server.data) return <Pending query={server} />;
  const { type, id, credentials } = channel;
  // A channel with an app secret of its own checks the signatures of its webhooks with it.
  const path = credentials?.appSecret ? `/hooks/${type}/${id}` : `/hooks/${type}`;
  const url = `${server.data.publicUrl ?? location.origin}${path}`;
  const screen = screens[type];
  return (
    <>
      {!credentials?.appSecret && (
        <p>
          The channel has no app secret of its own. It uses the URL that all channels with the app
          of the server's settings share.
        </p>
      )}
      {!url.startsWith('https:') && (
        <p>
          <strong>The provider needs an address with https.</strong> Set{' '}
          <code>PARLEY_PUBLIC_URL</code> to the public address of the server, or replace the
          beginning of the URL.
        </p>
      )}
      {screen ? (
        <AtMeta {...{ url, screen, verifyToken }} fields={webhookFields[type]} />
      ) : (
        <AtTikTok url={url} />
      )}
      <p>
        <a href={`/docs/guides/provider-webhooks#${networks[type].anchor}`}>
          Read more about these steps
        </a>
      </p>
    </>
  );
}

interface AtMetaProps {
  url: string;
  screen: string;
  verifyToken: string | undefined;
  fields: readonly string[];
}

function AtMeta({ url, screen, verifyToken, fields }: AtMetaProps) {
  return (
    <ol>
      <li>
        In the app dashboard of Meta, open <strong>{screen}</strong>.
      </li>
      <li>
        Enter the <strong>Callback URL</strong>:
        <Copyable label="Callback URL" text={url} />
      </li>
      <li>
        {verifyToken ? (
          <>
            Enter the <strong>Verify token</strong>. The console does not show it again:
            <Copyable label="Verify token" text={verifyToken} />
          </>
        ) : (
          <>
            Enter the <strong>Verify token</strong> that was stored. If nobody knows it, store
            another one with “Replace credentials”.
          </>
        )}
      </li>
      <li>
        Choose <strong>Verify and save</strong>, and subscribe to these fields:{' '}
        {fields.map((field, index) => (
          <span key={field}>
            {index > 0 && ', '}
            <code>{field}</code>
          </span>
        ))}
        .
      </li>
    </ol>
  );
}

function AtTikTok({ url }: { url: string }) {
  const body = `{"app_id":"…","secret":"…","event_type":"DIRECT_MESSAGE","callback_url":"${url}"}`;
  const api = 'https://business-api.tiktok.com/open_api/v1.3/business/webhook/update/';
  return (
    <>
      <p>
        TikTok has no screen for the URL. Send it once, with the ID and the secret of your app. Each
        app has one URL:
      </p>
      <Copyable label="Callback URL" text={url} />
      <Copyable
        label="Command"
        text={`curl ${api} -H 'Content-Type: application/json' -d '${body}'`}
      />
    </>
  );
}
