import type { ServerResponse } from 'node:http';
import { type Case, type Cell, ms, times } from '../case.ts';
import { type Fault, refuse, startFaultServer } from '../fault-server.ts';
import type { CallResult, Settings, Verb } from '../protocol.ts';
import { described, effectsOf, outcomesOf } from './endless.ts';

// Lost, late and invalid responses.

const limitMs = 12_000;
const timeoutMs = 1_000;
const toleranceMs = 50;
/** The settings for one attempt of one second: these cases measure when the call ends. */
const once: Settings = { timeoutMs, retries: false };

const noAnswer: Fault = () => undefined;
const resetBefore: Fault = (_request, { socket }) => socket?.resetAndDestroy();
const resetWithin: Fault = (_request, response) => {
  begin(response);
  setTimeout(() => response.socket?.resetAndDestroy(), 50);
};
const stall: Fault = (_request, response) => begin(response);
const trickle: Fault = (_request, response) => {
  begin(response);
  const drip = setInterval(() => response.write(' '), 100);
  response.on('close', () => clearInterval(drip));
};
const html =
  (status: number): Fault =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'text/html' });
    response.end('<html><body><h1>Bad Gateway</h1></body></html>');
  };
const malformed: Fault = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end('{"id": "x_1", "ok": tru');
};
const empty: Fault = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end();
};

export const brokenCases: Case[] = [
  lostCase('reset before the answer', resetBefore, 'get'),
  lostCase('reset before the answer', resetBefore, 'post'),
  lostCase('reset within the body', resetWithin, 'get'),
  lostCase('reset within the body', resetWithin, 'post'),
  lostCase('no answer, timeout 1 s', noAnswer, 'post', { timeoutMs }),
  timeoutCase('no answer, timeout 1 s, no retries', noAnswer),
  timeoutCase('a body that stalls, timeout 1 s, no retries', stall),
  timeoutCase('a body that trickles, timeout 1 s, no retries', trickle),
  unreadableCase('malformed JSON in a 200', malformed),
  unreadableCase('HTML in a 200', html(200)),
  unreadableCase('an empty 200', empty),
  lostCase('HTML in a 502', html(502), 'get'),
];

export const deadlineCases: Case[] = [
  deadlineCase('no answer', noAnswer),
  deadlineCase('a body that trickles', trickle),
  deadlineCase('429, Retry-After: 1, for ever', (_request, response) =>
    refuse(response, 429, { 'retry-after': '1' }),
  ),
  deadlineCase('500 for ever', (_request, response) => refuse(response, 500)),
];

function lostCase(name: string, fault: Fault, verb: Verb, settings: Settings = {}): Case {
  return brokenCase(`${name}, ${verb.toUpperCase()}`, { fault, verb, settings }, (result, seen) =>
    result.ended === 'pending' && seen.length === 1
      ? { text: 'hangs', good: false }
      : described(result, seen, verb),
  );
}

function timeoutCase(name: string, fault: Fault): Case {
  const asked = { fault, verb: 'get', settings: once } as const;
  return brokenCase(name, { ...asked, pace: 'exact' }, ({ ended, ms: tookMs, error }) => {
    if (ended === 'pending') return { text: 'hangs', good: false };
    if (ended === 'resolved') return { text: `SUCCESS after ${ms(tookMs)}`, good: false };
    const lateMs = tookMs - timeoutMs;
    const late = lateMs < 0 ? `${ms(tookMs)}` : `+${ms(lateMs)}`;
    const good = error?.typed === true && Math.abs(lateMs) <= toleranceMs;
    return { text: `${late}, ${error?.className}`, good };
  });
}

function unreadableCase(name: string, fault: Fault): Case {
  return brokenCase(name, { fault, verb: 'post', settings: {} }, ({ ended, error }, seen) => {
    if (ended === 'pending') return { text: 'hangs', good: false };
    if (ended === 'resolved') return { text: 'SUCCESS', good: false };
    const effects = effectsOf(seen);
    const again = effects > 1 ? `, may act ${times(effects)}` : '';
    return { text: `${error?.className}${again}`, good: error?.typed === true && effects === 1 };
  });
}

function deadlineCase(name: string, fault: Fault): Case {
  const deadlineMs = 2_000;
  const settings: Settings = { timeoutMs: deadlineMs, deadlineMs };
  const asked = { fault, verb: 'get', settings, pace: 'exact' } as const;
  const group = 'Two seconds for the whole call';
  return brokenCase(name, { ...asked, group }, ({ ended, ms: tookMs }, seen) => {
    const asked = times(seen.length);
    if (ended === 'pending') return { text: `${asked}, goes on`, good: false };
    const end = ended === 'resolved' ? ', SUCCESS' : '';
    return {
      text: `${asked}, ${ms(tookMs)}${end}`,
      good: ended === 'rejected' && tookMs <= deadlineMs + toleranceMs,
    };
  });
}

interface Asked {
  group?: string;
  fault: Fault;
  verb: Verb;
  settings: Settings;
  pace?: Case['pace'];
}

type Seen = Parameters<typeof effectsOf>[0];

function brokenCase(
  name: string,
  { group = 'Answers that are broken', fault, verb, settings, pace = 'waiting' }: Asked,
  judge: (result: CallResult, seen: Seen) => Cell,
): Case {
  return {
    group,
    name,
    pace,
    async run(_adapter, client) {
      const server = await startFaultServer(fault);
      const task = { do: 'call', url: server.url, verb, settings } as const;
      const result = await client.perform<'call'>(task, limitMs);
      const cell = judge(result, server.seen);
      server.close();
      return { ...cell, outcomes: outcomesOf(result) };
    },
  };
}

/** Sends the header and half of the body, although the header announces all of it. */
function begin(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '4096' });
  response.write('{"id": "x_1", "ok": true, "object": "thing"');
}
