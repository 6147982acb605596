import type { ChannelType } from '@parley/contract/schemas';
import { instagram } from './instagram/network.ts';
import type { Network } from './items.ts';
import { tiktok } from './tiktok/network.ts';
import { whatsapp } from './whatsapp/network.ts';

export const networks: Readonly<Record<ChannelType, Network>> = { whatsapp, instagram, tiktok };
