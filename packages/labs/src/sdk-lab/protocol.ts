// The messages between the lab and a client process. Plain data, because it crosses processes.

export type Verb = 'get' | 'post';

export type Task =
  | { do: 'call'; url: string; verb: Verb; settings?: Settings }
  | { do: 'abort'; url: string; verb: Verb; afterMs: number }
  | { do: 'one-signal'; url: string; calls: number }
  | { do: 'burst'; url: string; calls: number }
  | { do: 'list'; url: string; cursor?: string; stopAfter?: number; mention?: string }
  | { do: 'secrets'; url: string; settings?: Settings }
  | { do: 'webhooks' };

export interface Settings {
  timeoutMs?: number;
  deadlineMs?: number;
  retries?: boolean;
}

export interface ErrorFacts {
  /** Name of the class; `typed` when it is the SDK's own. */
  className: string;
  typed: boolean;
  message: string;
  outcome: string | undefined;
  /** Numbers that the error carries, to see whether it says how long to wait. */
  retryAfterMs: number | undefined;
  /** Anywhere in the inspected error. */
  mentions: boolean;
}

export interface CallResult {
  ended: 'resolved' | 'rejected' | 'pending';
  ms: number;
  error: ErrorFacts | undefined;
}

export interface AbortResult extends CallResult {
  /** From `abort()` to the end of the call. */
  lateMs: number;
}

export interface BurstResult {
  failed: number;
  pending: number;
  seconds: number;
  firstError: string | undefined;
}

export interface ListResult extends CallResult {
  ids: string[];
}

export interface SignalResult {
  /** Abort listeners on the signal when the calls have ended, and after a garbage collection. */
  listeners: number;
  collected: number;
  warnings: number;
  failed: number;
}

/** Per channel: which of the secrets were seen in it; undefined when the SDK has no such channel. */
export type SecretsResult = Record<Channel, string[] | undefined>;
export const channels = ['error', 'json', 'inspect', 'log', 'hook'] as const;
export type Channel = (typeof channels)[number];

export interface WebhookResult {
  name: string;
  /** Undefined when the scheme does not have this property. */
  right: boolean | undefined;
  /** The refusal is of the SDK's own class, or false. */
  typed: boolean;
  said: string;
}

export interface Results {
  call: CallResult;
  abort: AbortResult;
  'one-signal': SignalResult;
  burst: BurstResult;
  list: ListResult;
  secrets: SecretsResult;
  webhooks: WebhookResult[];
}
