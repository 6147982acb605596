import * as z from 'zod';
import { textOrNull } from '../nullable.ts';

const color = z.string().regex(/^#[0-9a-f]{6}$/);
const colors = z.object({
  accent: color.describe('Color of links and other texts.'),
  strong: color.describe('Color of a button with white text.'),
  soft: color.describe('Color behind a text in the color `accent`.'),
});

export const brand = z
  .object({
    productName: textOrNull('Name of the product; null = Parley.'),
    logoUrl: textOrNull(
      'Path of the logo on this server, which works for 15 minutes; null = that of Parley.',
    ),
    supportUrl: textOrNull('Address of a page with help; null = none.'),
    colors: z
      .object({ light: colors, dark: colors })
      .nullable()
      .describe('Colors of both themes, with enough contrast; null = those of Parley.'),
    consoleUrl: textOrNull(
      'Address with which links of invitations begin, without a slash at the end: the domain of the agency, or `PARLEY_PUBLIC_URL`. Null = neither is set, or the request has no session.',
    ),
  })
  .describe('How the console looks, and where it is.');
export type Brand = z.infer<typeof brand>;

export const brandEndpoints = {
  get: {
    method: 'GET',
    path: '/brand',
    summary: 'Get how the console looks',
    description:
      'With a session, returns the branding of the agency of its tenant. Without one, returns that of the agency with the domain of the request. If there is no such agency, all fields are null.',
    responses: { 200: brand },
    metadata: {},
  },
} as const;
