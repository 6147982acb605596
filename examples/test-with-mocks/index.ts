import { type Parley, ParleyError, RateLimitError, UnprocessableError } from '@parley/sdk';

export interface Order {
  id: string;
  phone: string;
}

export type Notice = 'sent' | 'unreachable' | 'later' | 'unknown';

/** Stands for your own code: notifies a customer once that the order was shipped. */
// #region code
export async function notifyShipped(
  parley: Parley,
  channelId: string,
  order: Order,
): Promise<Notice> {
  try {
    const text = `Order ${order.id} is on its way.`;
    const message = { channelId, to: order.phone, type: 'text', text } as const;
    await parley.messages.send(message, { idempotencyKey: `shipped-${order.id}` });
    return 'sent';
  } catch (error) {
    if (UnprocessableError.is(error)) return 'unreachable';
    if (RateLimitError.is(error)) return 'later';
    if (ParleyError.is(error) && error.outcome === 'unknown') return 'unknown';
    throw error;
  }
}
// #endregion
