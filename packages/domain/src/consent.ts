import {
  type ChangeConsentBody,
  type ConsentScope,
  type ConsentState,
  conversationWindow,
  type ErrorDetails,
  type Message,
  type WindowInput,
} from '@parley/contract/schemas';
import type { StoredChannel } from './channel-record.ts';
import { unknownConsent } from './consent-states.ts';
import type { StoredContact } from './contacts.ts';
import type { StoredMessage } from './messages.ts';
import { fold } from './texts.ts';

// Which messages a person allows. One rule decides, when a message is accepted and again when it is about to be sent.

/** The recipient of a message, as far as it decides whether it is sent. */
export type Reachable = Pick<StoredContact, 'consent' | 'blocked'>;

export const openRecipient: Reachable = { consent: unknownConsent, blocked: false };

interface Consented {
  readonly type: Message['type'];
  /** The category of a template; null when it is not known. */
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
 * Why the recipient does not get a message; undefined when it may be sent. A template of unknown category counts as
 * marketing.
 */
export function refuseRecipient(
  { type, category }: Consented,
  { consent, blocked }: Reachable,
  exchanged: Exchanged | undefined,
  nowMs: number,
): ConsentRefusal | undefined {
  if (blocked) return { code: 'SVC-RECIPIENT-BLOCKED', details: {} };
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

/** Whether the contact wrote after it opted out, and the window of that message is open. */
function wroteAgain(at: string | null, exchanged: Exchanged | undefined, nowMs: number): boolean {
  if (!exchanged || exchanged.lastInboundAt === null) return false;
  const { open } = conversationWindow(exchanged.channelType, exchanged, nowMs);
  return open === true && (at === null || exchanged.lastInboundAt > at);
}

/** The message of a step, as the rule sees it. */
export function consentedOf({ type, content }: StoredMessage): Consented {
  return { type, category: content?.template?.category ?? null };
}

export interface ConsentChange extends Pick<ConsentState, 'source' | 'channelType'> {
  readonly scopes: readonly ConsentScope[];
  readonly status: 'opted_in' | 'opted_out';
  readonly at: string;
}

/**
 * The contact after a decision. One older than the known one is left out. A newer one of equal status moves its time: what
 * the contact wrote before it no longer counts as written after the refusal.
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

/** The contact after `POST /contacts/{id}/opt-out` or `opt-in`. */
export function decided(
  status: ConsentChange['status'],
  { scope, channelType = null }: ChangeConsentBody,
) {
  return (before: StoredContact, at: string): StoredContact =>
    withConsent(before, { scopes: [scope], status, at, source: 'api', channelType });
}

/** The contact after `block` or `unblock`. */
export function blockedAs(blocked: boolean) {
  return (before: StoredContact): StoredContact => ({ ...before, blocked });
}

const everything: readonly ConsentScope[] = ['marketing', 'all'];

/** Words by which a whole message opts out, and in again. Compared without case, accents and punctuation. */
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

/** The decision that an inbound message is; undefined for every other message. */
export function decisionOf(
  message: Pick<StoredMessage, 'type' | 'text' | 'content' | 'channelType' | 'createdAt'>,
): ConsentChange | undefined {
  const { type, text, content, channelType, createdAt: at } = message;
  const from = { at, source: 'keyword', channelType } as const;
  const { kind, payload } = content?.interactive ?? {};
  if (kind === 'template_button') {
    // A button of a template, which is often a marketing one, says no more than what the template was about.
    if (payload === 'OPT_OUT') return { ...from, scopes: ['marketing'], status: 'opted_out' };
    if (payload === 'OPT_IN') return { ...from, scopes: ['marketing'], status: 'opted_in' };
  }
  // Longer than every keyword with its punctuation: not folded for nothing.
  if (type !== 'text' || text === null || text.length > 64) return undefined;
  const keyword = keywordOf(text);
  if (optOuts.has(keyword)) return { ...from, scopes: everything, status: 'opted_out' };
  if (optIns.has(keyword)) return { ...from, scopes: everything, status: 'opted_in' };
  return undefined;
}

function keywordOf(text: string): string {
  return fold(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
