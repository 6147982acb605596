import {
  type Branding,
  type BrandingInput,
  logoLimit,
  ServiceError,
} from '@parley/contract/schemas';
import { givenFields, isSame } from './fields.ts';
import type { StoredMedia } from './media.ts';
import { violation } from './refusals.ts';

export type StoredBranding = Omit<Branding, 'domains'>;

export const noBranding: StoredBranding = {
  productName: null,
  logoMediaId: null,
  primaryColor: null,
  supportUrl: null,
};

/** Returns the changed branding; null when it is that of Parley. */
export function changedBranding(
  before: StoredBranding | null,
  { domains: _domains, ...body }: BrandingInput,
): StoredBranding | null {
  const after = { ...noBranding, ...before, ...givenFields(body) };
  return isSame(after, noBranding) ? null : after;
}

/** Throws SVC-RULE-VIOLATION unless a file can be a logo. */
export function checkLogo({ kind, sizeBytes }: Pick<StoredMedia, 'kind' | 'sizeBytes'>): void {
  if (kind === 'image' && sizeBytes <= logoLimit) return;
  throw violation('logo', 'branding.logoMediaId');
}

/** Throws SVC-IN-USE for a file that is the logo of the branding. */
export function checkNoLogo(id: string, branding: StoredBranding | null): void {
  if (branding?.logoMediaId !== id) return;
  const message = 'The file is the logo of the branding. Choose another logo, or clear it, first.';
  const details = { resource: 'media', id, references: { branding: 1 } };
  throw new ServiceError('SVC-IN-USE', details, { message });
}

/** The colors of both themes of the console on which texts in the color of the brand stand. */
export const themeSurfaces = {
  light: { page: '#f6f7f9', surface: '#ffffff', sunken: '#eef0f4' },
  dark: { page: '#14161a', surface: '#1c1f25', sunken: '#24282f' },
} as const;
type Theme = keyof typeof themeSurfaces;

/** The colors of a brand in one theme. */
export interface BrandColors {
  /** The color of links and other texts on the surfaces of the theme, and on `soft`. */
  readonly accent: string;
  /** The color of a button with white text. */
  readonly strong: string;
  /** The color behind a text in the color `accent`. */
  readonly soft: string;
}

/** The contrast of text that WCAG 2.2 requires (AA). */
export const leastContrast = 4.5;

/**
 * Returns the colors of a brand in both themes. A color with too little contrast becomes darker or lighter, until texts
 * have the contrast that WCAG requires.
 */
export function brandColors(primary: string): Readonly<Record<Theme, BrandColors>> {
  const strong = readable(primary, ['#ffffff'], '#000000');
  const of = (theme: Theme, share: number, towards: string): BrandColors => {
    const { page, surface, sunken } = themeSurfaces[theme];
    const soft = mixed(surface, primary, share);
    return { accent: readable(primary, [page, surface, sunken, soft], towards), strong, soft };
  };
  return { light: of('light', 0.1, '#000000'), dark: of('dark', 0.2, '#ffffff') };
}

/** The number of steps from a color to black or white. */
const steps = 40;

/** Returns the color that is nearest to `color`, on the way to `towards`, and readable on all backgrounds. */
function readable(color: string, backgrounds: readonly string[], towards: string): string {
  for (let step = 0; step < steps; step += 1) {
    const candidate = mixed(color, towards, step / steps);
    if (backgrounds.every((one) => contrastOf(candidate, one) >= leastContrast)) return candidate;
  }
  return towards;
}

/** Returns the contrast of two colors as WCAG defines it: from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [low = 0, high = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function mixed(color: string, other: string, share: number): string {
  const others = channelsOf(other);
  const channels = channelsOf(color).map((channel, place) =>
    Math.round(channel + ((others[place] ?? 0) - channel) * share),
  );
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** Returns the red, green and blue of a color such as `#1f883d`, from 0 to 255. */
function channelsOf(color: string): number[] {
  return [1, 3, 5].map((place) => Number.parseInt(color.slice(place, place + 2), 16));
}
