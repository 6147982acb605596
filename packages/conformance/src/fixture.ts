import type { Contract } from '@parley/contract';
import type { AnyRequest } from './client.ts';
import type { Scene } from './scene.ts';

/** Returns a valid request, with the records that it needs created in the tenant that sends it. */
export type RequestFixture = (scene: Scene) => AnyRequest | Promise<AnyRequest>;

/** The record that a field of a body refers to. */
export interface ReferenceFixture {
  resource: string;
  /** Creates a record of this tenant that the field may name. Returns its ID. */
  make(scene: Scene): Promise<string>;
}

/** Adds one record to a list. */
export type ListFixture = ((scene: Scene, index: number) => Promise<unknown>) | PreparedList;

/** A list whose path names another record, which the test creates first. `request` has the parameters of the path. */
export interface PreparedList {
  prepare(scene: Scene): Promise<ListInScene>;
}

export interface ListInScene {
  request: AnyRequest;
  insert(index: number): Promise<unknown>;
}

/** The data about the endpoints of a resource that the tests of every endpoint need. */
export interface NounFixtures<Noun extends keyof Contract> {
  /** One valid request for every endpoint. Background work is paused, so an accepted message is still `queued`. */
  requests: { [Endpoint in keyof Contract[Noun]]: RequestFixture };
  /** How to add a record to every list. If a sort key may be empty, leave it empty in every third record. */
  lists: { [Endpoint in ListOf<Contract[Noun]>]: ListFixture };
  /**
   * How to create the record that each field of a body names, for fields that end in `Id` or `Ids`. Fields such as
   * `contactId` have one without it (usual-references.ts).
   */
  references?: {
    [Endpoint in keyof Contract[Noun]]?: Readonly<Record<string, ReferenceFixture>>;
  };
}

/** The endpoints that are lists: their query has a cursor. */
type ListOf<Endpoints> = {
  [Name in keyof Endpoints]: Endpoints[Name] extends { query: { shape: { cursor: unknown } } }
    ? Name
    : never;
}[keyof Endpoints];
