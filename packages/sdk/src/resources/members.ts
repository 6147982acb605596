import type { RequestOptions } from '../core/options.ts';
import type { PagePromise } from '../core/pages.ts';
import type { ParleyPromise } from '../core/promise.ts';
import type { ListMembersQuery, Member } from '../generated/types.ts';

/** Users of the tenant, who can own contacts and be assigned conversations and tickets. */
export interface Members {
  /**
   * Lists members, the oldest first.
   *
   *     const { data } = await parley.members.list({ active: true });
   */
  list(query?: ListMembersQuery, options?: RequestOptions): PagePromise<Member>;

  /**
   * Returns one member. Fails with `NotFoundError` (unknown ID).
   *
   *     const { name, role } = await parley.members.get(id);
   */
  get(id: string, options?: RequestOptions): ParleyPromise<Member>;
}
