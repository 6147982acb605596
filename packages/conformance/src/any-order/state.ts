import { isDeepStrictEqual } from 'node:util';
import type { Contact, Conversation, Deal, Note, Stage, Ticket } from '@parley/contract';
import type { Answer } from '../http.ts';
import { isSuccess } from '../routes.ts';
import type { Scene } from '../scene.ts';

// A model of the records of one tenant: the state after requests that are applied one after the other.

export interface ContactState {
  name: string | null;
  phone: string | null;
  lifecycle: Contact['lifecycle'];
  archived: boolean;
  blocked: boolean;
  refusesMarketing: boolean;
  refusesAll: boolean;
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

export interface State {
  contacts: Record<string, ContactState>;
  /** The contact that replaced each merged contact. */
  merged: Record<string, string>;
  /** The addresses of erased contacts that refused marketing or all messages. */
  suppressed: Record<'refusesMarketing' | 'refusesAll', string[]>;
  /** The contact of each address that has sent a message or has a conversation. */
  holders: Record<string, string>;
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
