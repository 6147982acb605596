import type { Contract } from '@parley/contract';
import type { AnyRequest } from './client.ts';
import type { Scene } from './scene.ts';

/** A valid request, made in the tenant that sends it. */
export type RequestFixture = (scene: Scene) => AnyRequest | Promise<AnyRequest>;

/** The record that a field of a body refers to. */
export interface ReferenceFixture {
  resource: string;
  /** Makes a record of this tenant that the field may name. */
  make(scene: Scene): Promise<string>;
}

/** How to grow a list: adds one record. */
export type ListFixture = ((scene: Scene, index: number) => Promise<unknown>) | PreparedList;

/** A list that needs something to be there first; `request` says which list it is. */
export interface PreparedList {
  prepare(scene: Scene): Promise<ListInScene>;
}

export interface ListInScene {
  request: AnyRequest;
  insert(index: number): Promise<unknown>;
}

/** The data that the tests of every endpoint need about the endpoints of a resource. */
export interface NounFixtures<Noun extends keyof Contract> {
  /**
   * One valid request for every endpoint. Background work is paused meanwhile: a message that was accepted is
   * still queued.
   */
  requests: { [Endpoint in keyof Contract[Noun]]: RequestFixture };
  /** How to grow every list. Where a sort key may be empty, every third record has none. */
  lists: { [Endpoint in ListOf<Contract[Noun]>]: ListFixture };
  /** The records that each field of a body names, if the field ends in `Id` or `Ids`. */
  references?: {
    [Endpoint in keyof Contract[Noun]]?: Readonly<Record<string, ReferenceFixture>>;
  };
}

/** The endpoints whose query has a cursor. */
type ListOf<Endpoints> = {
  [Name in keyof Endpoints]: Endpoints[Name] extends { query: { shape: { cursor: unknown } } }
    ? Name
    : never;
}[keyof Endpoints];
