import { Parley } from '@parley/sdk';

export const sent = new Parley().messages.send({ channelId: 1 });
