// The deliveries in flight of a lane, as text: one line for each, with the end of its lease and the token of its
// worker. A claim and the end of an attempt write the lane anyway, so a delivery and all its indexes are written only
// once.

export interface DeliveryLease {
  readonly deliveryId: string;
  readonly until: number;
  readonly token: string;
}

export function writeLeases(leases: readonly DeliveryLease[]): string {
  return leases.map(({ deliveryId, until, token }) => `${deliveryId} ${until} ${token}\n`).join('');
}

/** Returns the Postgres expression for one lease. A lane stores its leases as one text. */
export const writeLeaseSql = (id: string, until: string, token: string) =>
  `${id} || ' ' || ${until} || ' ' || ${token} || e'\n'`;

export function readLeases(text: string): DeliveryLease[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [deliveryId = '', until, token = ''] = line.split(' ');
      return { deliveryId, until: Number(until), token };
    });
}
