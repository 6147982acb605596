import type { Case } from '../case.ts';
import { abortCases } from './abort.ts';
import { brokenCases, deadlineCases } from './broken.ts';
import { burstCases } from './burst.ts';
import { endlessCases } from './endless.ts';
import { pageCases } from './pages.ts';
import { redirectCases, secretCases } from './redirect.ts';
import { waitCases } from './waits.ts';
import { webhookCases } from './webhooks.ts';

export const cases: readonly Case[] = [
  ...waitCases,
  ...endlessCases,
  ...brokenCases,
  ...deadlineCases,
  ...redirectCases,
  ...secretCases,
  ...abortCases,
  ...burstCases,
  ...pageCases,
  ...webhookCases,
];
