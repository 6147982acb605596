import { lengthIn } from '@parley/contract/schemas';
import type { SendOutcome } from '@parley/domain';
import * as z from 'zod';
import { openGuarded } from '../../../outbound/open-bytes.ts';
import type { AppDeps, ChannelAdapter, Connection, FileDeps } from '../adapter.ts';
import { appOf, type Outgoing, sendConnected } from '../connections.ts';
import { fileUrl } from '../file-url.ts';
import { fileFault, jsonOf, outcomeOf, refusalOf } from '../outcomes.ts';
import { createProviderHttp } from '../provider-http.ts';
import { renewalOf } from '../renewals.ts';
import { type TikTokAccess, tiktokPost, tiktokRefusal } from './api.ts';
import { refuseImages, uploadImage } from './upload.ts';
import { verifyTikTok } from './verify.ts';

/** The maximum number of characters on a button. A card with links shows the same options with up to 40 characters. */
const buttonTitle = 20;

const sent = z.object({ data: z.object({ message: z.object({ message_id: z.string().min(1) }) }) });
const located = z.object({ data: z.object({ download_url: z.string() }) });
const renewedTokens = z.object({ data: z.unknown() });

/** Creates the adapter of TikTok, for its Business Messaging API. */
export function createTikTokAdapter({
  sealer,
  baseUrl,
  fetches,
  app,
}: FileDeps & AppDeps): ChannelAdapter {
  const http = createProviderHttp();

  function accessOf({ secrets }: Connection): TikTokAccess {
    const accessToken = secrets.accessToken ?? '';
    return { http, baseUrl: `${baseUrl}/open_api/v1.3`, accessToken };
  }

  async function send(outgoing: Outgoing): Promise<SendOutcome> {
    const access = accessOf(outgoing);
    const businessId = outgoing.channel.config?.businessId ?? '';
    const json = tiktokBody(outgoing, businessId);
    const answer = await tiktokPost(access, 'business/message/send/', { json });
    return outcomeOf(answer, { idOf, refusalOf: tiktokRefusal });
  }

  return {
    send: async (ctx, request) => await sendConnected(ctx, sealer, request, send),
    appOf: (connection) => appOf(connection, app),
    uploadsFromUrls: true,
    upload: async (connection, { media: { mimeType: type, sizeBytes }, bytes }) => {
      const businessId = connection.channel.config?.businessId ?? '';
      return await uploadImage(accessOf(connection), businessId, { type, sizeBytes, bytes });
    },
    refuseFile: async (connection, to) =>
      await refuseImages(accessOf(connection), connection.channel.config?.businessId ?? '', to),
    signal: async (connection, { kind, to }) => {
      const json = {
        business_id: connection.channel.config?.businessId ?? '',
        recipient_type: 'CONVERSATION',
        recipient: to,
        message_type: 'SENDER_ACTION',
        sender_action: kind === 'read' ? 'MARK_READ' : 'TYPING',
      };
      const answer = await tiktokPost(accessOf(connection), 'business/message/send/', { json });
      return refusalOf(answer, { refusalOf: tiktokRefusal });
    },
    openFile: async (connection, { attachment, message }) => {
      // Stickers and emoji have a URL and no ID. The URL needs no token, so it is fetched like a URL that a tenant
      // chooses.
      if (attachment.providerId === null)
        return await openGuarded(fetches, attachment.providerUrl ?? '');
      const access = accessOf(connection);
      const json = {
        business_id: connection.channel.config?.businessId ?? '',
        conversation_id: message.direction === 'inbound' ? message.from : message.to,
        message_id: message.externalId,
        media_id: attachment.providerId,
        media_type: attachment.kind === 'video' ? 'VIDEO' : 'IMAGE',
      };
      const answer = await tiktokPost(access, 'business/message/media/download/', { json });
      const read = located.safeParse(jsonOf(answer));
      if (!read.success) {
        const refusal = refusalOf(answer, { refusalOf: tiktokRefusal });
        throw fileFault(refusal, 'TikTok names no address of the file');
      }
      const url = fileUrl(read.data.data.download_url, baseUrl);
      return await http.open(url, { 'x-user': access.accessToken });
    },
    verify: async (connection) =>
      await verifyTikTok(accessOf(connection), connection, appOf(connection, app)),
    async renew(connection) {
      const { appId, appSecret } = appOf(connection, app);
      const json = {
        client_id: appId,
        client_secret: appSecret,
        grant_type: 'refresh_token',
        refresh_token: connection.secrets.refreshToken,
      };
      const answer = await tiktokPost(accessOf(connection), 'tt_user/oauth2/refresh_token/', {
        json,
      });
      return renewalOf(answer, tiktokRefusal, (json) => renewedTokens.safeParse(json).data?.data);
    },
    close: () => http.close(),
  };
}

function tiktokBody({ message, targetId, fileReference }: Outgoing, businessId: string): object {
  return {
    business_id: businessId,
    recipient_type: 'CONVERSATION',
    recipient: message.to,
    ...contentOf(message, fileReference),
    ...(targetId !== undefined && {
      referenced_message_info: { referenced_message_id: targetId },
    }),
  };
}

function contentOf({ text, prompt }: Outgoing['message'], mediaId: string | undefined): object {
  if (mediaId !== undefined) return { message_type: 'IMAGE', image: { media_id: mediaId } };
  if (!prompt) return { message_type: 'TEXT', text: { body: text } };
  const buttons = prompt.options.map(({ id, title }) => ({ type: 'REPLY', title, id }));
  const isLong = buttons.some(({ title }) => lengthIn('characters', title) > buttonTitle);
  const type = isLong ? 'QA_LINK_CARD' : 'QA_BUTTON_CARD';
  const template = { type, title: text, buttons };
  return { message_type: 'TEMPLATE', template };
}

function idOf(json: unknown): string | undefined {
  const read = sent.safeParse(json);
  return read.success ? read.data.data.message.message_id : undefined;
}
