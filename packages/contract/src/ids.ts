import * as z from 'zod';

/**
 * Prefix of every kind of id. Ids are opaque to clients: `<prefix>_<ULID>`, at most 64 characters.
 * Nouns appear in this order in the reference and in the list of event types.
 */
export const idPrefixes = {
  message: 'msg',
  conversation: 'cnv',
  contact: 'con',
  contactImport: 'imp',
  channel: 'chn',
  template: 'tpl',
  ticket: 'tkt',
  apiKey: 'key',
  knowledgeSource: 'src',
  knowledgeFaq: 'faq',
  webhookEndpoint: 'whe',
  webhookDelivery: 'dlv',
  cannedResponse: 'cnr',
  customField: 'cfd',
  segment: 'seg',
  tag: 'tag',
  note: 'note',
  consent: 'cns',
  suppression: 'sup',
  pipeline: 'pip',
  stage: 'stg',
  deal: 'deal',
  dealPeriod: 'dpe',
  media: 'med',
  event: 'evt',
  tenant: 'ten',
  agencyClient: 'cli',
  agencyGrant: 'grt',
  user: 'usr',
  identity: 'idn',
  attachment: 'att',
  inboundFailure: 'inf',
  knowledgeChunk: 'chk',
  templateSync: 'syn',
  ticketComment: 'cmt',
  ticketChange: 'tkc',
  contactImportError: 'ime',
} as const;

export type IdKind = keyof typeof idPrefixes;
export type IdPrefix = (typeof idPrefixes)[IdKind];

const ulidPattern = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/** Returns whether a value has the form of an id of this kind; says nothing about its existence. */
export function isId(value: string, prefix: IdPrefix): boolean {
  return value.startsWith(`${prefix}_`) && ulidPattern.test(value.slice(prefix.length + 1));
}

const anyId = z.string().max(64);
const anyIdInput = z.string().min(1).max(64);

/** Schema of an id in a response. */
export function id(kind: IdKind) {
  return anyId.describe(idOf(kind));
}

/**
 * Schema of an id in a request. Any string of at most 64 characters passes: a malformed id is treated like one that
 * does not exist.
 */
export function idInput(kind: IdKind) {
  return anyIdInput.describe(idOf(kind));
}

/** Path parameters of the routes on one record. */
export const idParams = (kind: IdKind) => z.object({ id: idInput(kind) });

const idOf = (kind: IdKind) => `ID of the ${words(kind)}, \`${idPrefixes[kind]}_…\`.`;

function words(kind: IdKind): string {
  if (kind === 'apiKey') return 'API key';
  return kind.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
