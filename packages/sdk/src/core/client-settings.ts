import { version } from '../generated/version.ts';
import { inBrowser } from './environment.ts';
import { fullAttempt } from './full-attempt.ts';
import { governorFor } from './governor.ts';
import { loggingOf } from './log.ts';
import { misuse } from './misuse.ts';
import type { ParleyOptions } from './options.ts';
import { coreSettingsOf, type Settings } from './settings.ts';

/** Of a whole client, which does more than a resource on its own. */
export function settingsOf(options: ParleyOptions): Settings {
  const { fetch, hooks, validate } = options;
  if (validate && typeof validate !== 'function')
    throw misuse('validate must be a function, such as contractValidation().');
  const userAgent = inBrowser() ? undefined : `parley-sdk-js/${version}`;
  const headers = { 'user-agent': userAgent, ...options.headers };
  const settings = coreSettingsOf({ ...options, headers });
  const governor = governorFor(fetch, settings.baseUrl, settings.headers.authorization);
  const all = [...(hooks ? [hooks] : []), ...loggingOf(options.log, options.logger)];
  return { ...settings, attempt: fullAttempt({ governor, hooks: all, validate }) };
}
