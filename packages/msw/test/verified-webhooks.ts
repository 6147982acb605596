import { isTaken } from '@parley/conformance/signatures';
import { vi } from 'vitest';

// For every test with a mock: the libraries of receivers accept its signatures and refuse its forgeries.
vi.mock(import('../src/signed-event.ts'), async (importOriginal) => {
  const original = await importOriginal();
  const signEvent: typeof original.signEvent = async (event, signing) => {
    const signed = await original.signEvent(event, signing);
    const { headers, rawBody, forgery } = signed;
    const at = new Date(signing.timestampSeconds * 1_000);
    const received = { method: 'POST', headers, rawBody, at };
    for (const secret of signing.secrets) {
      if (isTaken(received, secret) !== (forgery === undefined)) {
        throw new Error(`${event.id}, ${forgery ?? 'genuine'}: the libraries say otherwise`);
      }
    }
    return signed;
  };
  return { ...original, signEvent };
});
