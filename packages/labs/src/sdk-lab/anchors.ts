// The SDKs that ours is measured against: the newest ones, and one of them is the closest peer.

export interface Anchor {
  package: string;
  version: string;
}

export const anchors: readonly Anchor[] = [
  { package: 'stripe', version: '23.1.0' },
  { package: 'openai', version: '7.55.0' },
  { package: '@anthropic-ai/sdk', version: '1.10.0' },
  { package: 'octokit', version: '5.0.5' },
  { package: '@slack/web-api', version: '8.2.0' },
  { package: 'svix', version: '2.5.0' },
  { package: '@notionhq/client', version: '5.26.0' },
  { package: 'intercom-client', version: '7.0.3' },
  { package: '@messagebird/sdk', version: '0.63.0' },
];
