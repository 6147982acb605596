import type { ChannelCheck } from '@parley/contract/schemas';
import type { ProviderRefusal } from './outcomes.ts';

// The results of the checks of `verify`.

export function right(name: string, detail: string): ChannelCheck {
  return { name, ok: true, detail, fix: null };
}

export function wrong(name: string, detail: string, fix: string): ChannelCheck {
  return { name, ok: false, detail, fix };
}

/** Returns the failed check for a call that the provider refused. */
export function refusedCheck(
  name: string,
  { providerCode, providerMessage }: ProviderRefusal,
  fix: string,
): ChannelCheck {
  const detail = `${providerMessage ?? 'The provider refused the request.'} (${providerCode ?? 'no code'})`;
  return wrong(name, detail, fix);
}
