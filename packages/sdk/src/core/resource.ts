import { type ParleyOptions, settingsOf } from './options.ts';
import { Transport } from './request.ts';

/** The endpoints of one noun. On its own it takes the options of a client. */
export class Resource {
  protected readonly transport: Transport;

  constructor(client: Transport | ParleyOptions = {}) {
    this.transport = client instanceof Transport ? client : new Transport(settingsOf(client));
  }
}
