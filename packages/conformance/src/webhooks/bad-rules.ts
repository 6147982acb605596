import type { BadInput } from '../bad-input/row.ts';
import { withBody } from '../fixtures.ts';

/** URLs of private networks, in as many spellings as browsers and resolvers accept. */
const innerAddresses = [
  'https://10.0.0.1/',
  'https://172.16.3.4/',
  'https://192.168.1.1:8443/',
  'https://100.64.0.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://0.0.0.0/',
  'https://255.255.255.255/',
  'https://224.0.0.1/',
  'https://3232235777/',
  'https://0xc0a80101/',
  'https://0300.0250.1.1/',
  'https://192.168.257/',
  'https://①⑨②.168.1.1/',
  'https://[::]/',
  'https://[fe80::1]/',
  'https://[fd00::1]/',
  'https://[ff02::1]/',
  'https://[::ffff:192.168.1.1]/',
  'https://[64:ff9b::c0a8:101]/',
  'https://[2002:c0a8:101::]/',
] as const;

export const badReceivers: readonly BadInput[] = [
  ...innerAddresses.map((url) => refusedAddress(url, 'webhook_url_not_public')),
  refusedAddress('https://8.8.8.8:22/', 'webhook_url_port_not_allowed'),
  refusedAddress('https://hooks.example.invalid:25/', 'webhook_url_port_not_allowed'),
  {
    title: 'webhookEndpoints.update to https://10.0.0.1/',
    code: 'SVC-RULE-VIOLATION',
    details: { rule: 'webhook_url_not_public', field: 'url' },
    send: async (scene) =>
      scene.call(
        'webhookEndpoints.update',
        await withBody(scene, 'webhookEndpoints.update', { url: 'https://10.0.0.1/' }),
      ),
  },
  endlessReplay('an end before the beginning', 'until', {
    since: '2026-11-02T00:00:00Z',
    until: '2026-11-01T23:59:59Z',
  }),
  endlessReplay('an end at the beginning', 'until', {
    since: '2026-11-02T00:00:00Z',
    until: '2026-11-02T01:00:00+01:00',
  }),
  endlessReplay('a beginning in the future', 'since', { since: '2126-11-02T00:00:00Z' }),
];

function endlessReplay(title: string, field: string, fields: Record<string, string>): BadInput {
  return {
    title: `webhookEndpoints.replay with ${title}`,
    code: 'SVC-RULE-VIOLATION',
    details: { rule: 'until_after_since', field },
    send: async (scene) =>
      scene.call(
        'webhookEndpoints.replay',
        await withBody(scene, 'webhookEndpoints.replay', fields),
      ),
  };
}

function refusedAddress(url: string, rule: string): BadInput {
  return {
    title: `webhookEndpoints.create for ${url}`,
    code: 'SVC-RULE-VIOLATION',
    details: { rule, field: 'url' },
    send: async (scene) =>
      scene.call(
        'webhookEndpoints.create',
        await withBody(scene, 'webhookEndpoints.create', { url }),
      ),
  };
}
