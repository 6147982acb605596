import type { Channel } from '@parley/contract/schemas';

/** A channel without its capabilities, which follow from its type. */
export type StoredChannel = Omit<Channel, 'capabilities'>;
