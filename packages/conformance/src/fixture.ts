import type { AnyRequest } from './client.ts';
import type { Scene } from './scene.ts';

/** A valid request, made in the tenant that will send it. */
export type RequestFixture = (scene: Scene) => AnyRequest | Promise<AnyRequest>;

/** What a field of a body names. */
export interface ReferenceFixture {
  resource: string;
  /** A record of this tenant that the field may name. */
  make(scene: Scene): Promise<string>;
}

/** How to grow a list: `query` and `params` say what is listed. */
export interface ListFixture {
  prepare(scene: Scene): Promise<{ request: AnyRequest; insert(index: number): Promise<void> }>;
}
