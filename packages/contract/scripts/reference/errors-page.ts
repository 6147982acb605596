import { type ErrorScope, errorCatalog } from '../../src/error-catalog.ts';
import { errorRules } from '../../src/error-rules.ts';
import type { ErrorCode } from '../../src/errors.ts';
import { errorExample, errorHeaders } from '../../src/openapi/failures.ts';
import {
  instagramErrors,
  type ProviderError,
  providerErrorOf,
  tiktokErrors,
  whatsappErrors,
} from '../../src/provider-errors.ts';
import { fieldTable, json } from './fields.ts';

const places: Record<ErrorScope, string> = {
  response: 'Response',
  message: '`error` of a message',
  both: 'Response, or `error` of a message',
};

const codes = Object.keys(errorCatalog) as ErrorCode[];

export function errorsPage(): string {
  return `${[
    '# Errors',
    '',
    '<!-- Written by `pnpm build:docs` from packages/contract/src/error-catalog.ts. Do not edit. -->',
    '',
    'Every failed request has the same body: `{"error": {"code", "message", "details"}}`. Decide by `code`.',
    '`message` is human-readable text and may change. `details` is always an object. New codes may be added: handle a',
    'code that you do not know by its status. [The guide](../guides/errors.md) shows how to handle errors.',
    '',
    'An accepted message can still fail later. Its `error` then has one of these codes, and the code and text of',
    'the provider. In a message below, `{field}` stands for the value of that field of `details`. Some answers have a',
    'more exact message than the one below. For example, it names the record that already has a value.',
    '',
    '| Code | Status | Where | Meaning |',
    '|---|---|---|---|',
    ...codes.map(summaryRow),
    '',
    ...codes.flatMap(section),
    ...providerSection('WhatsApp', withRanges('whatsapp', whatsappErrors), [
      'Each error code of WhatsApp, and the code that Parley gives the failed message:',
      '',
      '- Reason or scope: the value of `error.reason` of the message, and of `error.scope` for `SVC-PROVIDER-RATE-LIMITED`.',
      '- By itself: if WhatsApp refuses the request with this code, Parley sends the message again automatically. The message fails with this code only when all tries have failed, or when a status report states the code after WhatsApp accepted the message.',
      '  A later `POST /messages/{id}/retry` sends it once more.',
      '- On request: Parley sends it again after `POST /messages/{id}/retry`.',
      '- No: this request is refused with `SVC-INVALID-TRANSITION`. Send a new message when the cause is gone.',
      '',
      '[The guide to channels](../guides/channels.md) lists the permissions of access tokens. The tables of Instagram and TikTok have',
      'the same columns.',
    ]),
    ...providerSection('Instagram', withRanges('instagram', instagramErrors), [
      'A code after a slash is the subcode. A code without one stands for all its other subcodes.',
    ]),
    ...providerSection('TikTok', withRanges('tiktok', tiktokErrors), [
      'TikTok answers with these codes and HTTP status 200.',
    ]),
  ].join('\n')}\n`;
}

/** The table, with the codes that it does not list. */
function withRanges(
  network: Parameters<typeof providerErrorOf>[0],
  errors: Readonly<Record<string, ProviderError>>,
) {
  const ranges = {
    ...(network !== 'tiktok' && { 'Others from 200 to 299': providerErrorOf(network, '299') }),
    'All others': providerErrorOf(network, 'unknown'),
  };
  return { ...errors, ...ranges };
}

function summaryRow(code: ErrorCode): string {
  const { scope, message } = errorCatalog[code];
  return `| [\`${code}\`](#${code.toLowerCase()}) | ${statusOf(code)} | ${places[scope]} | ${message} |`;
}

function statusOf(code: ErrorCode): string {
  const { scope, status } = errorCatalog[code];
  return scope === 'message' ? '–' : String(status);
}

function section(code: ErrorCode): string[] {
  const { message, details, scope } = errorCatalog[code];
  const fields = fieldTable(details);
  const names = errorHeaders(code).map((name) => `\`${name}\``);
  return [
    `## ${code}`,
    '',
    message,
    '',
    ...(names.length > 0 ? [`Headers: ${names.join(', ')}.`, ''] : []),
    ...(fields.length > 0 ? [...fields, ''] : ['`details` is `{}`.', '']),
    ...(code === 'SVC-RULE-VIOLATION' ? [...ruleTable, ''] : []),
    ...(scope === 'message' ? [] : [...json(errorExample(code)), '']),
  ];
}

const ruleTable = [
  '| Rule | Message |',
  '|---|---|',
  ...Object.entries(errorRules).map(([rule, message]) => `| \`${rule}\` | ${message} |`),
];

function providerSection(
  network: string,
  errors: Readonly<Record<string, ProviderError>>,
  introduction: readonly string[],
): string[] {
  return [
    `## Error codes of ${network}`,
    '',
    ...introduction,
    '',
    '| Provider code | Code | Reason or scope | Sent again | What to do |',
    '|---|---|---|---|---|',
    ...Object.entries(errors).map(providerRow),
    '',
  ];
}

function providerRow([providerCode, error]: [string, ProviderError]): string {
  const again = error.automaticRetry ? 'by itself' : error.retryable ? 'on request' : 'no';
  const reason = error.reason ?? error.scope;
  return `| ${providerCode} | \`${error.code}\` | ${reason ? `\`${reason}\`` : '–'} | ${again} | ${error.fix} |`;
}
