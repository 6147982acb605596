import { contract } from '@parley/contract';
import {
  errorCatalog,
  type Message,
  type SendMessageBody,
  sendMessageBody,
} from '@parley/contract/schemas';

const body: SendMessageBody = sendMessageBody.parse({
  channelId: 'chn_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  to: '+5511987654321',
  type: 'text',
  text: 'Hello',
});
const status: Message['status'] = 'queued';
const path: string = contract.messages.send.path;

if (!path.includes('messages') || errorCatalog['SVC-NOT-FOUND'].status !== 404) {
  throw new Error(`unexpected: ${path} ${status} ${JSON.stringify(body)}`);
}

// @ts-expect-error A type that allows this is an empty type.
export const wrong: Message['status'] = 'posted';
