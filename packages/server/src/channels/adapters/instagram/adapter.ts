import { addressOfHost, isPublicAddress } from '@parley/contract/public-address';
import {
  type Attachment,
  type Message,
  mediaError,
  parseUrl,
  tagRefusedError,
} from '@parley/contract/schemas';
import * as z from 'zod';
import { openGuarded } from '../../../outbound/open-bytes.ts';
import { fieldsOf, textOf } from '../../../receivers/provider-json.ts';
import type { AppDeps, ChannelAdapter, Connection, FileDeps } from '../adapter.ts';
import { appOf, sendConnected } from '../connections.ts';
import {
  defaultGraphVersion,
  type GraphAccess,
  graphGet,
  graphPost,
  graphRefusal,
} from '../graph.ts';
import { jsonOf, outcomeOf, refusalOf, refused } from '../outcomes.ts';
import { createProviderHttp } from '../provider-http.ts';
import { renewalOf } from '../renewals.ts';
import { instagramBody } from './body.ts';
import { verifyInstagram } from './verify.ts';

const noAddress =
  'Instagram downloads files from this server: set PARLEY_PUBLIC_URL to its public address.';
const privateUrl =
  'Instagram downloads the file itself, and the URL is not that of a public address.';
const readRefusal = graphRefusal('instagram');
const sent = z.object({ message_id: z.string().min(1) });
const reacted = z.object({ recipient_id: z.string() });

/** Creates the adapter of Instagram, for the API with Instagram login. */
export function createInstagramAdapter({
  sealer,
  baseUrl,
  fetches,
  app,
}: FileDeps & AppDeps): ChannelAdapter {
  const http = createProviderHttp();

  function accessOf({ channel, secrets }: Connection): GraphAccess {
    const version = channel.config?.apiVersion ?? defaultGraphVersion;
    return { http, baseUrl: `${baseUrl}/${version}`, accessToken: secrets.accessToken ?? '' };
  }

  return {
    send: async (ctx, request) =>
      await sendConnected(ctx, sealer, request, async (outgoing) => {
        if (!outgoing.fileReference && outgoing.message.attachments.some(isPrivate))
          return { kind: 'refused', ...refused(mediaError, null, privateUrl) };
        const answer = await graphPost(accessOf(outgoing), 'me/messages', instagramBody(outgoing));
        const idOf = request.message.type === 'reaction' ? noId : messageId;
        return outcomeOf(answer, { idOf, refusalOf: refusalOfMessage(request.message) });
      }),
    signal: async (connection, { kind, to }) => {
      const sender_action = kind === 'read' ? 'mark_seen' : 'typing_on';
      const json = { recipient: { id: to }, sender_action };
      const answer = await graphPost(accessOf(connection), 'me/messages', json);
      return refusalOf(answer, { refusalOf: readRefusal });
    },
    appOf: (connection) => appOf(connection, app),
    async profile(connection, address) {
      const answer = await graphGet(accessOf(connection), address, { fields: 'name,username' });
      const refusal = refusalOf(answer, { refusalOf: readRefusal });
      if (refusal) return refusal;
      const { name, username } = fieldsOf(jsonOf(answer));
      return { name: textOf(name), username: textOf(username) };
    },
    // The URL is in the webhook and needs no token, so it is fetched like a URL that a tenant chooses.
    openFile: async (_connection, { attachment }) =>
      await openGuarded(fetches, attachment.providerUrl ?? ''),
    // Instagram downloads the file itself while it handles the message.
    upload: async (_connection, { link }) =>
      parseUrl(link) && !isPrivate({ url: link })
        ? { kind: 'uploaded', reference: link, lifeMs: 0 }
        : { kind: 'refused', refusal: refused(mediaError, null, noAddress) },
    verify: async (connection) => await verifyInstagram(accessOf(connection), connection),
    async renew({ secrets: { accessToken = '' } }) {
      const url = new URL(`${baseUrl}/refresh_access_token`);
      url.searchParams.set('grant_type', 'ig_refresh_token');
      url.searchParams.set('access_token', accessToken);
      const answer = await http.call({ method: 'GET', url, headers: {} });
      return renewalOf(answer, readRefusal, (json) => json);
    },
    close: () => http.close(),
  };
}

/**
 * Returns a function that reads the refusal of this message from a response. For a message with a tag, code 10 means
 * that the app may not use the tag, and the channel still works.
 */
function refusalOfMessage({ messageTag }: Message): typeof readRefusal {
  return (json) => {
    const refusal = readRefusal(json);
    const isOfTag =
      messageTag !== null &&
      refusal?.error.reason === 'auth' &&
      /^10(?!\d)/.test(refusal.providerCode ?? '');
    return isOfTag ? { ...refusal, error: tagRefusedError } : refusal;
  };
}

/** Returns whether a URL names an address that is not public. Does not resolve names. */
function isPrivate({ url }: Pick<Attachment, 'url'>): boolean {
  const address = url === null ? undefined : addressOfHost(new URL(url).hostname);
  return address !== undefined && !isPublicAddress(address);
}

function messageId(json: unknown): string | undefined {
  const read = sent.safeParse(json);
  return read.success ? read.data.message_id : undefined;
}

/** Returns null when the provider accepted a reaction, which gets no ID of its own; undefined when it did not. */
function noId(json: unknown): null | undefined {
  return reacted.safeParse(json).success ? null : undefined;
}
