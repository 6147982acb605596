import * as z from 'zod';
import type { AppDeps, ChannelAdapter, Connection } from '../adapter.ts';
import { appOf, sendConnected } from '../connections.ts';
import { fileUrl } from '../file-url.ts';
import {
  authorization,
  defaultGraphVersion,
  type GraphAccess,
  graphGet,
  graphPost,
  graphRefusal,
} from '../graph.ts';
import { fileFault, jsonOf, outcomeOf, refusalOf } from '../outcomes.ts';
import { createProviderHttp } from '../provider-http.ts';
import { whatsappBody } from './body.ts';
import { refusalOfNumber } from './number-refusal.ts';
import { qualityFields, qualityReport } from './quality.ts';
import { whatsappTemplates } from './templates.ts';
import { uploadToWhatsApp } from './upload.ts';
import { verifyWhatsApp } from './verify.ts';

const located = z.object({ url: z.string() });
const sent = z.object({ messages: z.array(z.object({ id: z.string().min(1) })).min(1) });
const address = z.string().min(1).optional().catch(undefined);
// A message has one recipient.
const named = z.object({ contacts: z.tuple([z.object({ wa_id: address, user_id: address })]) });

const readRefusal = graphRefusal('whatsapp');

/** Creates the adapter of WhatsApp, for the Cloud API. */
export function createWhatsAppAdapter({ sealer, baseUrl, app }: AppDeps): ChannelAdapter {
  const http = createProviderHttp();

  function accessOf({ channel, secrets }: Connection): GraphAccess {
    const version = channel.config?.apiVersion ?? defaultGraphVersion;
    const accessToken = secrets.accessToken ?? '';
    return { http, baseUrl: `${baseUrl}/${version}`, accessToken };
  }

  return {
    send: async (ctx, request) =>
      await sendConnected(ctx, sealer, request, async (outgoing) => {
        const path = `${outgoing.channel.config?.phoneNumberId}/messages`;
        const answer = await graphPost(accessOf(outgoing), path, whatsappBody(outgoing));
        return outcomeOf(answer, { idOf, recipientOf, refusalOf: refusalOfNumber });
      }),
    signal: async (connection, { kind, externalId }) => {
      const path = `${connection.channel.config?.phoneNumberId}/messages`;
      const read = { messaging_product: 'whatsapp', status: 'read', message_id: externalId };
      // In the Cloud API, the typing indicator is a field of the read receipt.
      const json = kind === 'read' ? read : { ...read, typing_indicator: { type: 'text' } };
      const answer = await graphPost(accessOf(connection), path, json);
      return refusalOf(answer, { refusalOf: readRefusal });
    },
    openFile: async (connection, { attachment }) => {
      const access = accessOf(connection);
      // The URL of a file expires after minutes, so each attempt asks for a new one.
      const query = { phone_number_id: connection.channel.config?.phoneNumberId ?? '' };
      const answer = await graphGet(access, attachment.providerId ?? '', query);
      const read = located.safeParse(jsonOf(answer));
      if (!read.success) {
        const refusal = refusalOf(answer, { refusalOf: readRefusal });
        throw fileFault(refusal, 'WhatsApp names no address of the file');
      }
      const url = fileUrl(read.data.url, baseUrl);
      return await http.open(url, authorization(access.accessToken));
    },
    appOf: (connection) => appOf(connection, app),
    uploadsFromUrls: true,
    upload: async (connection, file) => {
      const phoneNumberId = connection.channel.config?.phoneNumberId ?? '';
      return await uploadToWhatsApp(accessOf(connection), phoneNumberId, file);
    },
    verify: async (connection) =>
      await verifyWhatsApp(accessOf(connection), connection, appOf(connection, app)),
    async quality(connection) {
      const path = `${connection.channel.config?.phoneNumberId}`;
      const answer = await graphGet(accessOf(connection), path, { fields: qualityFields });
      const refusal = refusalOf(answer, { refusalOf: readRefusal });
      return refusal ?? qualityReport(jsonOf(answer));
    },
    templates: whatsappTemplates(accessOf, app),
    close: () => http.close(),
  };
}

function idOf(json: unknown): string | undefined {
  const read = sent.safeParse(json);
  return read.success ? read.data.messages[0]?.id : undefined;
}

/** Returns the number and the user ID that Meta has for the recipient. The number may differ from that of the request. */
function recipientOf(json: unknown): string[] {
  const read = named.safeParse(json);
  if (!read.success) return [];
  const [{ wa_id, user_id }] = read.data.contacts;
  return [wa_id, user_id].filter((one) => one !== undefined);
}
