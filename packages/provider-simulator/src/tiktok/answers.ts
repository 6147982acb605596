import type { SimulatedAnswer } from '../http.ts';

export function done(data: unknown): SimulatedAnswer {
  return { status: 200, json: { code: 0, message: 'OK', data } };
}

/** Returns TikTok's error response, which has the status 200, too. */
export function failed(code: number, message: string): SimulatedAnswer {
  return { status: 200, json: { code, message, data: {} } };
}
