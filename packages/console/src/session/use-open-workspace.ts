import { useLocation } from 'wouter';
import { call } from '../api/call.ts';
import { messageOf } from '../ui/error-message.ts';
import { notify } from '../ui/toast.tsx';
import { enter } from './session.ts';

/**
 * Returns a function that opens a workspace of the account, or of a client of its agency. Resolves also after a failure,
 * which it shows to the user.
 */
export function useOpenWorkspace(): (tenantId: string) => Promise<void> {
  const [, navigate] = useLocation();
  return async (tenantId) =>
    await enter(() => call('POST /session/switch', { body: { tenantId } })).then(
      () => navigate('/'),
      (error: unknown) => notify(messageOf(error)),
    );
}
