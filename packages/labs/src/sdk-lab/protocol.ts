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
  /** The name of the error's class. `typed` is true when the class is the SDK's own. */
  className: string;
  typed: boolean;
  message: string;
  outcome: string | undefined;
  /** The wait that the error states, as a number. */
  retryAfterMs: number | undefined;
  /** Whether the text is anywhere in the inspected error. */
  mentions: boolean;
}

export interface CallResult {
  ended: 'resolved' | 'rejected' | 'pending';
  ms: number;
  error: ErrorFacts | undefined;
}

export interface AbortResult extends CallResult {
  /** The time from `abort()` to the end of the call. */
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
  /** The number of abort listeners on the signal after the calls have ended and garbage was collected. */
  listeners: number;
  collected: number;
  warnings: number;
  failed: number;
}

/** The secrets that were found in each channel; undefined when the SDK does not have the channel. */
export type SecretsResult = Record<Channel, string[] | undefined>;
export const channels = ['error', 'json', 'inspect', 'log', 'hook'] as const;
export type Channel = (typeof channels)[number];

export interface WebhookResult {
  name: string;
  /** Whether the SDK judged correctly; undefined when the scheme does not have the tested property. */
  right: boolean | undefined;
  /** Whether a refusal was an error of the SDK's own class, or false. */
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
