import type { Message } from '@parley/contract/schemas';

export const status: Message['status'] = 'posted';
