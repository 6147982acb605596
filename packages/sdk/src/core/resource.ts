import type { Transport } from './transport.ts';

/** The endpoints of one resource. */
export class Resource {
  declare protected readonly transport: Transport;

  constructor(transport: Transport) {
    this.transport = transport;
  }
}
