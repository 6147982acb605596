import {
  type ChangeConsentBody,
  type Consent,
  type ConsentScope,
  type ConsentState,
  conversationWindow,
  type ErrorDetails,
  fold,
  type ListConsentsQuery,
  type ListContactsQuery,
  type Message,
  type MessageFailure,
  type TenantSettings,
  type WindowInput,
} from '@parley/contract/schemas';
import type { StoredChannel } from './channel-record.ts';
import { isConfirmation, unknownConsent } from './consent-states.ts';
import type { StoredContact } from './contacts.ts';
import { isSame } from './fields.ts';
import { anyOf, type Filters } from './filters.ts';
import type { StoredMessage } from './messages.ts';

// Which messages a contact allows. The same rule decides when a message is accepted, and again before it is sent.

/** The fields of a contact that decide whether it may get a message. */
export type Reachable = Pick<StoredContact, 'consent' | 'blocked'>;

export const openRecipient: Reachable = { consent: unknownConsent, blocked: false };

interface Consented {
  readonly type: Message['type'];
  /** Whether the message confirms an opt-out or opt-in. Default: false. */
  readonly isConfirmation?: boolean;
  /** The category of a template; null when the category is not known. */
  readonly category: string | null;
}

interface Exchanged extends WindowInput {
  readonly channelType: StoredChannel['type'];
}

export type ConsentRefusal =
  | {
      readonly code: 'SVC-RECIPIENT-BLOCKED';
      readonly details: ErrorDetails<'SVC-RECIPIENT-BLOCKED'>;
    }
  | {
      readonly code: 'SVC-RECIPIENT-OPTED-OUT';
      readonly details: ErrorDetails<'SVC-RECIPIENT-OPTED-OUT'>;
    };

/**
 * Returns why the recipient must not get a message, or undefined when it may. A template of unknown category counts as
 * marketing.
 */
export function refuseRecipient(
  { type, isConfirmation, category }: Consented,
  { consent, blocked }: Reachable,
  exchanged: Exchanged | undefined,
  nowMs: number,
): ConsentRefusal | undefined {
  if (blocked) return { code: 'SVC-RECIPIENT-BLOCKED', details: {} };
  if (isConfirmation) return undefined;
  const { all, marketing } = consent;
  if (all.status === 'opted_out') {
    const isCode = type === 'template' && category === 'authentication';
    const isAnswer = type !== 'template' && wroteAgain(all.at, exchanged, nowMs);
    return isCode || isAnswer ? undefined : optedOut('all', all.at);
  }
  if (marketing.status !== 'opted_out' || type !== 'template') return undefined;
  const isWanted = category === 'utility' || category === 'authentication';
  return isWanted ? undefined : optedOut('marketing', marketing.at);
}

function optedOut(scope: ConsentScope, at: string | null): ConsentRefusal {
  return { code: 'SVC-RECIPIENT-OPTED-OUT', details: { scope, at } };
}

/** Returns whether the contact wrote after it opted out, and the window of that message is still open. */
function wroteAgain(at: string | null, exchanged: Exchanged | undefined, nowMs: number): boolean {
  if (!exchanged || exchanged.lastInboundAt === null) return false;
  const { open } = conversationWindow(exchanged.channelType, exchanged, nowMs);
  return open === true && (at === null || exchanged.lastInboundAt > at);
}

/** Returns the properties of a stored message on which the consent rule depends. */
export function consentedOf(message: StoredMessage): Consented {
  const { type, category } = message;
  return { type, isConfirmation: isConfirmation(message), category };
}

export interface ConsentChange
  extends Pick<Consent, 'source' | 'channelType'>,
    Partial<Pick<Consent, 'messageId' | 'reason'>> {
  readonly scopes: readonly ConsentScope[];
  readonly status: 'opted_in' | 'opted_out';
  readonly at: string;
}

/**
 * Returns the contact after a decision. A decision older than the stored one changes nothing. A newer decision with the
 * same status updates the time: only messages that the contact writes after it count as written after the opt-out.
 */
export function withConsent(
  before: StoredContact,
  { scopes, status, at, source, channelType }: ConsentChange,
): StoredContact {
  const replaced = scopes.filter((scope) => {
    const known = before.consent[scope].at;
    return known === null || known <= at;
  });
  if (replaced.length === 0) return before;
  const state: ConsentState = { status, at, source, channelType };
  const given = Object.fromEntries(replaced.map((scope) => [scope, state]));
  return { ...before, consent: { ...before.consent, ...given } };
}

/** Returns the decision that `POST /contacts/{id}/opt-out` or `opt-in` makes. */
export function decided(
  status: ConsentChange['status'],
  { scope, channelType = null, reason = null }: ChangeConsentBody,
  at: string,
): ConsentChange {
  return { scopes: [scope], status, at, source: 'api', channelType, reason };
}

/**
 * Returns the contact after decisions, with the entries for its consent history: one for each scope that a decision
 * changes.
 */
export function withDecisions(
  before: StoredContact,
  changes: readonly ConsentChange[],
  made: { readonly at: string; newId(): string },
): { readonly after: StoredContact; readonly consents: readonly Consent[] } {
  const consents: Consent[] = [];
  let after = before;
  for (const change of changes) {
    const known = after.consent;
    after = withConsent(after, change);
    const { status, source, channelType, messageId = null, reason = null } = change;
    for (const scope of change.scopes) {
      if (isSame(known[scope], after.consent[scope])) continue;
      const cause = { source, channelType, messageId, reason };
      const times = { effectiveAt: change.at, createdAt: made.at };
      consents.push({
        id: made.newId(),
        contactId: before.id,
        scope,
        status,
        ...cause,
        ...times,
      });
    }
  }
  return { after, consents };
}

interface ConsentsQuery extends ListConsentsQuery {
  readonly contactId: readonly string[];
}

export const consentFilters: Filters<Consent, ConsentsQuery> = {
  contactId: anyOf('contactId'),
  scope: anyOf('scope'),
};

type Decision = NonNullable<ListContactsQuery['consent']>[number];

/** Returns the scope and the status that a value of the filter `consent` stands for. */
export function decisionNamed(decision: Decision) {
  // Every value of the filter has the form `scope:status`.
  return decision.split(':') as [ConsentScope, ConsentState['status']];
}

/** Returns a function that blocks or unblocks a contact. */
export function blockedAs(blocked: boolean) {
  return (before: StoredContact): StoredContact => ({ ...before, blocked });
}

const everything: readonly ConsentScope[] = ['marketing', 'all'];

/** The keywords that opt a contact out when they are the whole message. Case, accents and punctuation do not count. */
export const optOutKeywords = [
  'STOP',
  'STOPALL',
  'STOP ALL',
  'UNSUBSCRIBE',
  'CANCEL',
  'END',
  'QUIT',
  'OPT OUT',
  'OPTOUT',
  'BAJA',
  'PARAR',
  'SAIR',
  'CANCELAR',
  'ARRET',
  'STOPP',
  'ABMELDEN',
  'DISISCRIVI',
] as const;
export const optInKeywords = ['START', 'UNSTOP', 'SUBSCRIBE', 'ALTA', 'VOLTAR'] as const;

const optOuts: ReadonlySet<string> = new Set(optOutKeywords.map(keywordOf));
const optIns: ReadonlySet<string> = new Set(optInKeywords.map(keywordOf));

type Keywords = Pick<TenantSettings, 'optOutKeywords' | 'optInKeywords'>;

/** Returns whether a word is one of the built-in keywords that opt in. */
export function optsIn(word: string): boolean {
  return optIns.has(keywordOf(word));
}

/** Returns the settings of the tenant, with the keywords that a channel has instead. */
export function settingsOn(
  { settings: { optOutKeywords } }: Pick<StoredChannel, 'settings'>,
  settings: TenantSettings,
): TenantSettings {
  return optOutKeywords === null ? settings : { ...settings, optOutKeywords };
}

/**
 * Returns whether a message could be a keyword. Other messages need no read of the tenant's settings, where the
 * keywords are.
 */
export function mayDecide({ type, text, content }: Pick<Deciding, 'type' | 'text' | 'content'>) {
  if (content?.interactive?.kind === 'template_button') return true;
  // 64 characters are more than any keyword with its punctuation.
  return type === 'text' && text !== null && text.length <= 64;
}

type Deciding = Pick<
  StoredMessage,
  'id' | 'type' | 'text' | 'content' | 'channelType' | 'createdAt'
>;

/** Returns the opt-out or opt-in that an inbound message stands for, or undefined for every other message. */
export function decisionOf(message: Deciding, keywords: Keywords): ConsentChange | undefined {
  const { id: messageId, type, text, content, channelType, createdAt: at } = message;
  const from = { at, source: 'keyword', channelType, messageId } as const;
  const { kind, payload } = content?.interactive ?? {};
  if (kind === 'template_button') {
    // A button of a template decides about marketing only: most such templates are marketing.
    if (payload === 'OPT_OUT') return { ...from, scopes: ['marketing'], status: 'opted_out' };
    if (payload === 'OPT_IN') return { ...from, scopes: ['marketing'], status: 'opted_in' };
  }
  if (type !== 'text' || text === null || !mayDecide(message)) return undefined;
  const keyword = keywordOf(text);
  const isOf = (own: readonly string[]) =>
    keyword !== '' && own.some((word) => keywordOf(word) === keyword);
  if (optOuts.has(keyword) || isOf(keywords.optOutKeywords)) {
    return { ...from, scopes: everything, status: 'opted_out' };
  }
  if (optIns.has(keyword) || isOf(keywords.optInKeywords)) {
    return { ...from, scopes: everything, status: 'opted_in' };
  }
  return undefined;
}

/**
 * Returns the opt-out that a failed message reveals, when the network says that the customer opted out. Undefined for
 * every other failure.
 */
export function decisionOfFailure(
  { code, providerCode }: MessageFailure,
  { id: messageId, channelType }: Pick<StoredMessage, 'id' | 'channelType'>,
  at: string,
): ConsentChange | undefined {
  if (code !== 'SVC-RECIPIENT-OPTED-OUT' || providerCode === null) return undefined;
  return {
    scopes: ['marketing'],
    status: 'opted_out',
    at,
    source: 'provider',
    channelType,
    messageId,
  };
}

/**
 * Returns a text in the form in which keywords are compared: without case, accents and punctuation. A text without
 * letters and digits, such as an emoji, keeps its other characters.
 */
export function keywordOf(text: string): string {
  const folded = fold(text);
  const without = (characters: RegExp) => folded.replaceAll(characters, ' ').trim();
  return without(/[^\p{L}\p{N}]+/gu) || without(/\p{P}+/gu) || folded.trim();
}
