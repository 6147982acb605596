import type { Transport } from './request.ts';

/** The endpoints of one noun. */
export class Resource {
  protected readonly transport: Transport;

  constructor(transport: Transport) {
    this.transport = transport;
  }
}
