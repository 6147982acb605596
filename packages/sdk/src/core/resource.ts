import { Caller } from './caller.ts';
import type { ResourceOptions } from './options.ts';
import { coreSettingsOf } from './settings.ts';

/** The endpoints of one noun: of a client, or on its own. */
export class Resource {
  declare protected readonly transport: Caller;

  constructor(client: Caller | ResourceOptions = {}) {
    this.transport = client instanceof Caller ? client : new Caller(coreSettingsOf(client));
  }
}
