import type { ConsentScope, Suppression } from '@parley/contract';
import type { ConsentState, ContactState, State } from './state.ts';

// The opt-outs and opt-ins of contacts and addresses in the model.

const scopes: readonly ConsentScope[] = ['marketing', 'all'];

/** Applies a decision to a contact in the model. A decision older than the known one changes nothing. */
export function decide(
  contact: Pick<ContactState, 'consent'> | undefined,
  decided: readonly ConsentScope[],
  { status, at }: ConsentState,
): void {
  for (const scope of decided) {
    const known = contact?.consent[scope].at ?? null;
    if (contact && (known === null || known <= String(at))) contact.consent[scope] = { status, at };
  }
}

/** Applies the suppressions of a phone number to a contact. */
export function takeRefusals({ contacts, suppressions }: State, id: string, phone: string): void {
  for (const { scope, decidedAt } of suppressions.filter((one) => one.phone === phone)) {
    decide(contacts[id], [scope], { status: 'opted_out', at: decidedAt });
  }
}

/** Returns the consent of a new contact: that of the suppressions of its phone number. */
export function consentOfNew(
  { suppressions }: State,
  phone: string | null,
): ContactState['consent'] {
  const unknown: ConsentState = { status: 'unknown', at: null };
  const consent = { marketing: unknown, all: unknown };
  for (const { scope, decidedAt, ...one } of suppressions) {
    if (one.phone === phone) consent[scope] = { status: 'opted_out', at: decidedAt };
  }
  return consent;
}

/** Returns the consent of a merged contact: opt-outs come first, then opt-ins, and of equal decisions the newer one. */
export function stricter(
  own: ContactState['consent'],
  other: ContactState['consent'],
): ContactState['consent'] {
  const of = (scope: ConsentScope) => {
    const sorted = [own[scope], other[scope]].sort((a, b) => rank(b) - rank(a) || order(b, a));
    return sorted[0] as ConsentState;
  };
  return { marketing: of('marketing'), all: of('all') };
}

const rank = ({ status }: ConsentState) => ['unknown', 'opted_in', 'opted_out'].indexOf(status);
const order = (a: ConsentState, b: ConsentState) => (String(a.at) < String(b.at) ? -1 : 1);

/** Keeps the opt-outs of an erased contact for its addresses. A known suppression gets the later time. */
export function keepSuppressions(
  { suppressions }: State,
  { consent, blocked }: ContactState,
  { addresses, updatedAt }: { readonly addresses: readonly string[]; readonly updatedAt: string },
): void {
  for (const scope of scopes) {
    const { status, at } = consent[scope];
    const isBlocked = scope === 'all' && blocked;
    if (status !== 'opted_out' && !isBlocked) continue;
    const decidedAt = status === 'opted_out' ? String(at) : updatedAt;
    for (const phone of addresses) {
      const known = suppressions.find((one) => one.scope === scope && one.phone === phone);
      if (!known) suppressions.push({ id: undefined, scope, phone, source: 'erasure', decidedAt });
      else if (known.decidedAt < decidedAt) known.decidedAt = decidedAt;
    }
  }
}

/** Returns a suppression as lists show it, without its address. */
export function shownSuppression({
  scope,
  source,
  decidedAt,
}: Pick<Suppression, 'scope' | 'source' | 'decidedAt'>): string {
  return `${scope} ${source} ${decidedAt}`;
}
