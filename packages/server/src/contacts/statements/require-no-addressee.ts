import { RunAgainError } from '../../db/failures.ts';
import { arraysOf, type WriteStatement } from '../../db/statement.ts';
import { refuseUnseen } from '../../suppressions/statements/require-seen.ts';
import { addresseesSql, findAddressees } from './find-holders.ts';

/**
 * Throws a RunAgainError when a contact has one of these phone numbers as an address on WhatsApp. On Postgres, no request
 * links an address from then on.
 */
export const requireNoAddressee: WriteStatement<readonly string[], undefined> = {
  name: 'require-no-addressee',
  access: 'write',
  sqlite(db, call) {
    if (findAddressees.sqlite(db, call).length > 0) throw new RunAgainError();
    return undefined;
  },
  async postgres(db, calls) {
    const asked = calls.flatMap(({ tenantId, input }) =>
      input.map((address) => ({ tenantId, address })),
    );
    await refuseUnseen(db, calls, {
      kind: 'identity',
      name: 'require-no-addressee',
      isShared: true,
      text: addresseesSql('unnest($1::text[], $2::text[]) wanted (tenant_id, address)'),
      values: arraysOf(asked, ['tenantId', 'address']),
    });
    return calls.map(() => undefined);
  },
};
