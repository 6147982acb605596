import type { Adapter } from '../adapter.ts';
import { bird } from './bird.ts';
import { intercom } from './intercom.ts';
import { notion } from './notion.ts';
import { octokit } from './octokit.ts';
import { parley } from './parley.ts';
import { slack } from './slack.ts';
import { anthropic, openai } from './stainless.ts';
import { stripe } from './stripe.ts';
import { svix } from './svix.ts';

/** The adapters of all SDKs, ours first. */
export const adapters: readonly Adapter[] = [
  parley,
  stripe,
  openai,
  anthropic,
  octokit,
  slack,
  svix,
  notion,
  intercom,
  bird,
];

export function adapterOf(name: string): Adapter {
  const adapter = adapters.find((candidate) => candidate.package === name);
  if (!adapter) throw new Error(`The lab has no adapter for ${name}`);
  return adapter;
}
