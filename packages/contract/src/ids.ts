import * as z from 'zod';
import { snake, wordsOfName } from './words.ts';

/**
 * The prefix of every kind of ID. Clients must not parse IDs: `<prefix>_<ULID>`, at most 64 characters. The order here
 * is the order of resources in the reference and of event types in lists.
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
  auditEntry: 'aud',
  loggedRequest: 'req',
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
  account: 'acc',
  session: 'ses',
  invitation: 'inv',
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

/**
 * The kinds of records that have tags, with the words for several records. The counts of a tag are in this order. Append
 * new kinds: a rename of a tag that began before an upgrade continues in this order.
 */
export const taggedKinds = {
  contact: 'contacts',
  conversation: 'conversations',
  deal: 'deals',
  ticket: 'tickets',
  knowledgeSource: 'knowledge sources',
  knowledgeFaq: 'FAQs',
  cannedResponse: 'canned responses',
} as const satisfies Partial<Record<IdKind, string>>;

/** A kind of record that has tags. */
export type TagEntity = keyof typeof taggedKinds;
// The keys of the object are the kinds.
export const tagEntities = Object.keys(taggedKinds) as readonly TagEntity[];

const kinds = new Map<string, IdKind>(
  // The keys of the object are the kinds.
  Object.entries(idPrefixes).map(([kind, prefix]) => [prefix, kind as IdKind]),
);

/** Returns the kind of record that an ID names; undefined when its prefix is unknown. */
export function kindOfId(id: string): IdKind | undefined {
  return kinds.get(id.slice(0, id.indexOf('_')));
}

/** Returns the subject of an event about a record. */
export function subjectOf({ id }: { readonly id: string }): { type: string; id: string } {
  return { type: snake(kindOfId(id) ?? 'record'), id };
}

const ulidPattern = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/** Returns whether a value has the form of an ID of this kind. The record need not exist. */
export function isId(value: string, prefix: IdPrefix): boolean {
  return value.startsWith(`${prefix}_`) && ulidPattern.test(value.slice(prefix.length + 1));
}

const anyId = z.string().max(64);
const anyIdInput = z.string().min(1).max(64);

/** Returns the schema of an ID in a response. */
export function id(kind: IdKind) {
  return anyId.describe(idOf(kind));
}

/**
 * Returns the schema of an ID in a request. It accepts any text of at most 64 characters: a malformed ID gives the same
 * error as one that does not exist.
 */
export function idInput(kind: IdKind) {
  return anyIdInput.describe(idOf(kind));
}

/** Returns the schema of the path parameters for routes on one record. */
export const idParams = (kind: IdKind) => z.object({ id: idInput(kind) });

const idOf = (kind: IdKind) => `ID of the ${wordsOfName(kind)}, \`${idPrefixes[kind]}_…\`.`;
