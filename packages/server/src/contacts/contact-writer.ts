import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Consent, CustomField } from '@parley/contract/schemas';
import {
  countedUp,
  type LimitCount,
  type Refusal,
  reachedBy,
  refusedByLimit,
  type StoredContact,
  suppressedAddresses,
} from '@parley/domain';
import { lockKind } from '../crud/lock-kind.ts';
import { holdFieldsOf } from '../custom-fields/values.ts';
import { isUniqueViolation, RunAgainError } from '../db/failures.ts';
import { findSuppressionsOfEach } from '../suppressions/service.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { lockLimit, recordReached } from '../tenants/limits.ts';
import { type KnownContacts, readKnown, type Sought } from './known-contacts.ts';
import { contacts } from './records.ts';
import { type AddressRows, noAddresses } from './statements/read-addresses.ts';
import { consentsTable, contactsTable } from './table.ts';
import { announceChanges, type ContactChange, changeTo, writeTogether } from './write-together.ts';

/** How many new contacts are sent to the database together. It inserts them while the next ones are checked. */
const sentTogether = 100;

interface Options {
  /** Whether several changes of one contact are one event. Otherwise each has its own. */
  readonly mergesEvents?: boolean;
}

/** The records that the items may change. They are locked before the first item is applied. */
interface Opened {
  readonly fields: readonly CustomField[];
  readonly known: KnownContacts;
  readonly refusals: ReadonlyMap<Sought, readonly Refusal[]>;
  readonly limit: LimitCount | undefined;
}

type Step = ContactChange | { readonly before: undefined; readonly after: StoredContact };

/**
 * Collects new and changed contacts of one transaction, and writes them with few statements. Imports and batches use it.
 */
export class ContactWriter {
  readonly #ctx: TenantContext;
  readonly #opened: Opened;
  readonly #mergesEvents: boolean;
  readonly #created = new Map<string, StoredContact>();
  /** The inserts that were sent and are not awaited yet, and how many contacts they have. */
  readonly #sent: Promise<void>[] = [];
  #sentContacts = 0;
  readonly #changed = new Map<string, Pick<ContactChange, 'before' | 'after'>>();
  /** The changes whose events are not recorded yet, in their order. */
  readonly #steps = new Map<string, Step>();
  readonly #consents: Consent[] = [];

  private constructor(ctx: TenantContext, opened: Opened, { mergesEvents = false }: Options) {
    this.#ctx = ctx;
    this.#opened = opened;
    this.#mergesEvents = mergesEvents;
  }

  /** Locks and reads what the items may change. Call it in a transaction, before it writes anything. */
  static async open(ctx: TenantContext, items: readonly Sought[], options: Options = {}) {
    // Two transactions that change the same contacts in different order would deadlock.
    await ctx.db.run(lockKind, { kind: 'contact' });
    const fields = await holdFieldsOf(ctx, 'contact');
    const limit = await lockLimit(ctx, 'contacts');
    const known = await readKnown(ctx, items);
    const addresses = items.map(({ body }) => suppressedAddresses(body.phone ?? null, []));
    const found = await findSuppressionsOfEach(ctx, addresses);
    const refusals = new Map(items.map((item, at) => [item, found[at] ?? []]));
    return new ContactWriter(ctx, { fields, known, refusals, limit }, options);
  }

  get fields(): readonly CustomField[] {
    return this.#opened.fields;
  }

  /** The contacts that the items may match, with the changes so far. */
  get known(): KnownContacts {
    return this.#opened.known;
  }

  /** Returns the opt-outs that suppressions store for the phone number of an item. */
  refusalsOf(item: Sought): readonly Refusal[] {
    return this.#opened.refusals.get(item) ?? [];
  }

  /** Throws SVC-LIMIT-REACHED when the tenant may not have one more contact. */
  requireRoom(): void {
    const { limit } = this.#opened;
    const made = this.#addition(this.#sentContacts + this.#created.size);
    const refused = limit && refusedByLimit(this.#addition(1), countedUp(made, limit));
    if (refused) throw refused;
  }

  /** Adds a new contact. Call `requireUnique` and `requireRoom` before. */
  create(contact: StoredContact): StoredContact {
    this.#created.set(contact.id, contact);
    this.#note({ before: undefined, after: contact });
    this.known.put(contact);
    return contact;
  }

  /** Changes a contact. Returns it with the time of the change. Call `requireUnique` before. */
  save(before: StoredContact, wanted: StoredContact): StoredContact {
    const { id } = before;
    const isNew = this.#created.has(id);
    const first = this.#changed.get(id)?.before ?? before;
    const base = this.#mergesEvents ? first : before;
    const change = changeTo(this.#ctx, base, wanted);
    const after = change?.after ?? base;
    if (isNew) this.#created.set(id, after);
    else if (change) this.#changed.set(id, { before: first, after });
    else if (this.#mergesEvents) this.#changed.delete(id);
    if (isNew && this.#mergesEvents) this.#note({ before: undefined, after });
    else if (change) this.#note(change);
    else if (this.#mergesEvents) this.#steps.delete(id);
    this.known.put(after);
    return after;
  }

  addConsents(consents: readonly Consent[]): void {
    this.#consents.push(...consents);
  }

  /**
   * Sends the new contacts to the database when there are many. Once a contact has changed, waits for `end`: a new
   * contact may get a unique value that the changed one had.
   */
  async sendCreated(): Promise<void> {
    if (this.#created.size < sentTogether || this.#changed.size > 0) return;
    this.#sendCreated();
    // Contacts without addresses: all of them are new.
    this.#announce(noAddresses);
    // The queries of a turn are sent at its end.
    await nextTurn();
  }

  /**
   * Writes the changed and the new contacts, their opt-outs and opt-ins, and all events. Writes changed contacts before
   * new ones: a new one may get a unique value that a changed one had. Returns the addresses of the changed contacts and
   * of those with the IDs in `shown`.
   */
  async end(shown: readonly string[] = []): Promise<AddressRows> {
    const ctx = this.#ctx;
    await Promise.all(this.#sent);
    const addresses = await writeTogether(ctx, [...this.#changed.values()], shown);
    this.#sendCreated();
    await Promise.all(this.#sent);
    this.#announce(addresses);
    const { limit } = this.#opened;
    if (limit && this.#sentContacts > 0) {
      recordReached(ctx, reachedBy(this.#addition(this.#sentContacts), limit, ctx.db.tenantId));
    }
    if (this.#consents.length > 0) {
      await ctx.db.insertTogether(consentsTable, this.#consents.map(consentsTable.toRow));
    }
    return addresses;
  }

  #note(step: Step): void {
    const { id } = step.after;
    this.#steps.set(this.#mergesEvents ? id : `${id} ${this.#steps.size}`, step);
  }

  #announce(addresses: AddressRows): void {
    for (const step of this.#steps.values()) {
      if (step.before) announceChanges(this.#ctx, [step], addresses);
      else contacts.announce(this.#ctx, { ...step.after, identities: [] });
    }
    this.#steps.clear();
  }

  #sendCreated(): void {
    const created = [...this.#created.values()];
    if (created.length === 0) return;
    const sent = this.#insert(created);
    // `end` throws the error of the insert, unless an earlier one ends the transaction.
    sent.catch(() => {});
    this.#sent.push(sent);
    this.#sentContacts += created.length;
    this.#created.clear();
  }

  async #insert(created: readonly StoredContact[]): Promise<void> {
    try {
      await this.#ctx.db.insertTogether(contactsTable, created.map(contactsTable.toRow));
    } catch (error) {
      // Another request has created one of these contacts since they were read.
      throw isUniqueViolation(error) ? new RunAgainError() : error;
    }
  }

  #addition(records: number) {
    return { name: 'contacts', at: this.#ctx.now().toISOString(), records } as const;
  }
}
