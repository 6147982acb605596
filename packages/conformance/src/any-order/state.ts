import { isDeepStrictEqual } from 'node:util';
import type {
  ConsentScope,
  Contact,
  Conversation,
  Deal,
  Note,
  ConsentState as ShownConsent,
  Stage,
  Suppression,
  Tag,
  Ticket,
} from '@parley/contract';
import type { Answer } from '../http.ts';
import { isSuccess } from '../routes.ts';
import type { Scene } from '../scene.ts';

// A model of the records of one tenant: the state after requests that are applied one after the other.

export type ConsentState = Pick<ShownConsent, 'status' | 'at'>;

export interface ContactState {
  name: string | null;
  phone: string | null;
  lifecycle: Contact['lifecycle'];
  archived: boolean;
  blocked: boolean;
  consent: Record<ConsentScope, ConsentState>;
  tags: string[];
  customFields: Record<string, number>;
}

export interface ConversationState {
  contactId: string;
  address: string;
  status: Conversation['status'];
  assigneeId: string | null;
  unread: number;
  inbound: number;
  lastInboundAt: string | null;
  outbound: number;
  reopened: number;
}

export interface DealState {
  title: string;
  contactId: string | null;
  value: number | null;
  currency: string;
  stageId: string;
  status: Deal['status'];
  archived: boolean;
  /** The stage to which the deal goes back when it is reopened. */
  lastOpen: string | undefined;
}

export type StageState = Pick<Stage, 'id' | 'pipelineId' | 'kind' | 'probability'>;

/** Returns the fields of a stage that the model knows. */
export function stageStateOf({ id, pipelineId, kind, probability }: Stage): StageState {
  return { id, pipelineId, kind, probability };
}

export interface TicketState {
  number: number;
  subject: string;
  status: Ticket['status'];
  contactId: string | null;
  conversationId: string | null;
  assigneeId: string | null;
  comments: number;
  reopened: number;
}

export type TicketId = Readonly<Pick<Ticket, 'id' | 'number'>>;

/** A message that waits for its `sendAt`, or was canceled. */
export interface ScheduledState {
  conversationId: string;
  status: 'queued' | 'canceled';
}

export interface NoteState {
  subject: Note['subject'];
  body: string;
}

export interface SuppressionState extends Pick<Suppression, 'source' | 'decidedAt'> {
  readonly scope: ConsentScope;
  readonly phone: string;
  /** Undefined for the suppression of an erased contact: only its list shows the ID, which shows no address. */
  id: string | undefined;
}

export interface TagState {
  /** Undefined until the test has read the ID in a list. */
  id: string | undefined;
  name: string;
  status: Tag['status'];
  /** The name that some records still have while the tag is renamed. */
  former: string | undefined;
  /** The request that renames the tag. */
  renamedBy: string | undefined;
}

export interface State {
  contacts: Record<string, ContactState>;
  /** The contact that replaced each merged contact. */
  merged: Record<string, string>;
  suppressions: SuppressionState[];
  /** The contact of each address that has sent a message, has a conversation or was linked. */
  holders: Record<string, string>;
  /** The ID of each address, except for those that were added since the test read the contacts. */
  identityIds: Record<string, string>;
  tags: TagState[];
  /** The ID of each custom field of contacts, by its key. */
  fields: Record<string, string>;
  conversations: Record<string, ConversationState>;
  /** The pipelines that the test creates, in the order of their positions. */
  pipelines: string[];
  /** The stages, in the order of each pipeline. */
  stages: StageState[];
  deals: Record<string, DealState>;
  /** The deals of each stage, in order. */
  boards: Record<string, string[]>;
  /** The tickets, in the order of their numbers. */
  tickets: TicketState[];
  /** The number of the newest ticket, even if that ticket was deleted since. */
  lastNumber: number;
  scheduled: Record<string, ScheduledState>;
  notes: Record<string, NoteState>;
}

/** A tenant with the records that every operation needs. */
export interface Place {
  readonly scene: Scene;
  readonly channelId: string;
  readonly pipelineId: string;
  readonly users: readonly string[];
}

/** Chooses an item at random; undefined when there is none. */
export type Pick1 = <Item>(items: readonly Item[]) => Item | undefined;

/** The input of an operation: the records of the tenant and random choices. */
export interface Choice extends Place {
  readonly pick: Pick1;
  readonly state: State;
  /** The tickets, in the order of their numbers. */
  readonly ticketIds: readonly TicketId[];
}

/** One request, and its effect on the model. */
export interface Operation {
  readonly title: string;
  send(): Promise<Answer>;
  /** The steps of a request that takes several transactions, before the last one, which is `apply`. */
  readonly earlier?: readonly Operation['apply'][];
  /**
   * Changes the state as the request does. Throws `Impossible` when the request cannot have this response in this
   * state.
   */
  apply(state: State, answer: Answer): void;
}

/** Draws an operation of one kind; undefined when the tenant has no record for it. */
export type Draw = (choice: Choice) => Operation | undefined;

/** Returns the stages of a pipeline in their order. */
export function stagesOf({ stages }: State, pipelineId: string | undefined): StageState[] {
  return stages.filter((stage) => stage.pipelineId === pipelineId);
}

/** Removes the notes of a record from the model. */
export function removeNotesOf({ notes }: State, recordId: string): void {
  for (const [id, { subject }] of Object.entries(notes)) {
    if (subject.id === recordId) delete notes[id];
  }
}

/** Thrown when a response is not possible in a state. */
export class Impossible extends Error {
  override readonly name = 'Impossible';
}

export function must(isSo: boolean, what: string): void {
  if (!isSo) throw new Impossible(what);
}

/** Throws `Impossible` unless the response is this error. */
export function mustBeRefused({ status, text, json }: Answer, code: string): void {
  const error = (json as { error?: { code: string } } | undefined)?.error;
  must(error?.code === code, `expected ${code}, got ${status} ${text}`);
}

/** Returns the body of a successful response. Throws `Impossible` for an error. */
export function bodyOf<Body>({ status, text, json }: Answer): Body {
  must(isSuccess(status), `expected a success, got ${status} ${text}`);
  return json as Body;
}

/** Throws `Impossible` unless the response shows the values of the model. */
export function mustShow(shown: unknown, expected: unknown): void {
  if (isDeepStrictEqual(shown, expected)) return;
  throw new Impossible(`expected ${JSON.stringify(expected)}, got ${JSON.stringify(shown)}`);
}
