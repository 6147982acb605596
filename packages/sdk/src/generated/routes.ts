// Written by scripts/generate.ts from the contract. Do not edit.

import type { Route } from '../core/call.ts';
import type { Page } from '../core/pages.ts';
import type { ApiKey, Channel, Contact, Conversation, Message, MessageEvent, SimulatedInbound, Tenant } from './types.ts';

export const tenants = {
  current: { method: 'GET', path: '/tenants/current' } as Route<Tenant>,
};

export const apiKeys = {
  list: { method: 'GET', path: '/api-keys' } as Route<Page<ApiKey>>,
  current: { method: 'GET', path: '/api-keys/current' } as Route<ApiKey>,
  revoke: { method: 'POST', path: '/api-keys/:id/revoke', dedupes: true } as Route<ApiKey>,
};

export const channels = {
  list: { method: 'GET', path: '/channels' } as Route<Page<Channel>>,
  create: { method: 'POST', path: '/channels', dedupes: true } as Route<Channel>,
  get: { method: 'GET', path: '/channels/:id' } as Route<Channel>,
  update: { method: 'PATCH', path: '/channels/:id' } as Route<Channel>,
  delete: { method: 'DELETE', path: '/channels/:id', empty: true } as Route<void>,
  enable: { method: 'POST', path: '/channels/:id/enable', dedupes: true } as Route<Channel>,
  disable: { method: 'POST', path: '/channels/:id/disable', dedupes: true } as Route<Channel>,
  simulateInbound: { method: 'POST', path: '/channels/:id/simulate/inbound', dedupes: true } as Route<SimulatedInbound>,
  simulateStatus: { method: 'POST', path: '/channels/:id/simulate/status', dedupes: true } as Route<Message>,
};

export const messages = {
  send: { method: 'POST', path: '/messages', dedupes: true } as Route<Message>,
  list: { method: 'GET', path: '/messages' } as Route<Page<Message>>,
  get: { method: 'GET', path: '/messages/:id' } as Route<Message>,
  listEvents: { method: 'GET', path: '/messages/:id/events' } as Route<Page<MessageEvent>>,
  cancel: { method: 'POST', path: '/messages/:id/cancel', dedupes: true } as Route<Message>,
  retry: { method: 'POST', path: '/messages/:id/retry', dedupes: true } as Route<Message>,
};

export const contacts = {
  list: { method: 'GET', path: '/contacts' } as Route<Page<Contact>>,
  create: { method: 'POST', path: '/contacts', dedupes: true } as Route<Contact>,
  get: { method: 'GET', path: '/contacts/:id' } as Route<Contact>,
  update: { method: 'PATCH', path: '/contacts/:id' } as Route<Contact>,
};

export const conversations = {
  list: { method: 'GET', path: '/conversations' } as Route<Page<Conversation>>,
  get: { method: 'GET', path: '/conversations/:id' } as Route<Conversation>,
  update: { method: 'PATCH', path: '/conversations/:id' } as Route<Conversation>,
  markRead: { method: 'POST', path: '/conversations/:id/read', dedupes: true } as Route<Conversation>,
  markUnread: { method: 'POST', path: '/conversations/:id/unread', dedupes: true } as Route<Conversation>,
  listMessages: { method: 'GET', path: '/conversations/:id/messages' } as Route<Page<Message>>,
  sendMessage: { method: 'POST', path: '/conversations/:id/messages', dedupes: true } as Route<Message>,
};
