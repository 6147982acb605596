import * as z from 'zod';
import { timeZoneInput } from './time-zone.ts';

/** The maximum numbers in the business hours of a tenant. */
export const businessHoursLimits = { rangesPerDay: 10, holidays: 366 } as const;

const timePattern = /^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/;
const time = z.string().regex(timePattern, 'must be a time from 00:00 to 24:00, such as 09:30');

const rangesInput = z
  .array(z.array(time).length(2))
  .max(businessHoursLimits.rangesPerDay)
  .superRefine((ranges, context) => {
    let earliest = '00:00';
    for (const [place, [from = '', to = '']] of ranges.entries()) {
      if (!timePattern.test(from) || !timePattern.test(to)) continue;
      const refuse = (message: string) =>
        context.addIssue({ code: 'custom', path: [place], message, params: { code } });
      const code = 'out_of_range';
      if (to <= from) refuse('must end after it begins');
      else if (from < earliest) refuse('must begin when the range before it ends, or later');
      if (to > earliest) earliest = to;
    }
  });

const holidaysInput = z
  .array(z.iso.date())
  .max(businessHoursLimits.holidays)
  .superRefine((dates, context) => {
    for (const [place, date] of dates.entries()) {
      if (dates.indexOf(date) === place) continue;
      const message = 'must not be in the list twice';
      const params = { code: 'out_of_range' };
      context.addIssue({ code: 'custom', path: [place], message, params });
    }
  })
  .meta({ uniqueItems: true });

const ranges = z.array(z.array(z.string()));
const ofDay = (day: string) => `Hours on ${day}, in order; empty = closed.`;
const holidays = 'Dates on which the organization is closed all day, such as `2026-12-25`.';
const days =
  'Hours of each day of the week, as pairs of start and end, such as `["09:00", "18:00"]`. Times are local to the time zone. The end is excluded; `24:00` is the end of the day.';

export const businessHours = z
  .object({
    timezone: z.string().describe('IANA time zone.'),
    days: z
      .object({
        mon: ranges.describe(ofDay('Monday')),
        tue: ranges.describe(ofDay('Tuesday')),
        wed: ranges.describe(ofDay('Wednesday')),
        thu: ranges.describe(ofDay('Thursday')),
        fri: ranges.describe(ofDay('Friday')),
        sat: ranges.describe(ofDay('Saturday')),
        sun: ranges.describe(ofDay('Sunday')),
      })
      .describe(days),
    holidays: z.array(z.string()).describe(holidays),
  })
  .describe('The hours in which the organization is open.');
export type BusinessHours = z.infer<typeof businessHours>;

const dayInput = (day: string) =>
  rangesInput
    .default([])
    .describe(
      `Hours on ${day}, in order and without overlap. Each range ends after it begins. Absent = closed.`,
    );

export const businessHoursInput = z
  .object({
    timezone: timeZoneInput,
    // A misspelt day must not close the organization.
    days: z
      .strictObject({
        mon: dayInput('Monday'),
        tue: dayInput('Tuesday'),
        wed: dayInput('Wednesday'),
        thu: dayInput('Thursday'),
        fri: dayInput('Friday'),
        sat: dayInput('Saturday'),
        sun: dayInput('Sunday'),
      })
      .describe(days),
    holidays: holidaysInput.default([]).describe(`${holidays} Absent = none.`),
  })
  .describe('The hours in which the organization is open.');
export type BusinessHoursInput = z.input<typeof businessHoursInput>;

const weekday = [
  ['09:00', '12:00'],
  ['13:00', '18:00'],
];

export const exampleBusinessHours: BusinessHours = {
  timezone: 'America/Sao_Paulo',
  days: {
    mon: weekday,
    tue: weekday,
    wed: weekday,
    thu: weekday,
    fri: weekday,
    sat: [['09:00', '13:00']],
    sun: [],
  },
  holidays: ['2026-12-25', '2027-01-01'],
};

export const businessHoursExamples = {
  businessHours: exampleBusinessHours,
  businessHoursInput: {
    timezone: exampleBusinessHours.timezone,
    days: { mon: weekday, sat: exampleBusinessHours.days.sat },
    holidays: exampleBusinessHours.holidays,
  },
} as const;
