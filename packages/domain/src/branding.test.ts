import { readFileSync } from 'node:fs';
import { channelCapabilities, logoLimit } from '@parley/contract/schemas';
import { expect, test } from 'vitest';
import { brandColors, checkLogo, contrastOf, leastContrast, themeSurfaces } from './branding.ts';

test('texts in every brand color have the contrast of WCAG in both themes', () => {
  const levels = ['00', '33', '66', '80', '99', 'cc', 'ff'];
  const colors = levels.flatMap((red) =>
    levels.flatMap((green) => levels.map((blue) => `#${red}${green}${blue}`)),
  );
  for (const color of colors) {
    const brand = brandColors(color);
    for (const theme of ['light', 'dark'] as const) {
      const { accent, strong, soft } = brand[theme];
      for (const background of [...Object.values(themeSurfaces[theme]), soft]) {
        expect(contrastOf(accent, background), color).toBeGreaterThanOrEqual(leastContrast);
      }
      expect(contrastOf(strong, '#ffffff'), color).toBeGreaterThanOrEqual(leastContrast);
    }
  }
});

test('a readable color stays as it is, and the contrast is that of WCAG', () => {
  expect(brandColors('#1d4fb8').light).toMatchObject({ accent: '#1d4fb8', strong: '#1d4fb8' });
  expect(contrastOf('#000000', '#ffffff')).toBe(21);
  expect(contrastOf('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
});

test('the types that can be logos are those that the message of the error names', () => {
  const types = ['image/jpeg', 'image/png'];
  for (const { content } of Object.values(channelCapabilities)) {
    for (const { type, mimeTypes } of content.media) {
      if (type === 'image') expect([...mimeTypes].sort()).toEqual(types);
    }
  }
  const isLogo = (kind: 'image' | 'sticker', sizeBytes: number) => {
    try {
      checkLogo({ kind, sizeBytes });
      return true;
    } catch (error) {
      expect(error).toMatchObject({ message: expect.stringContaining('JPEG or PNG') });
      return false;
    }
  };
  expect([
    isLogo('image', logoLimit),
    isLogo('image', logoLimit + 1),
    isLogo('sticker', 1),
  ]).toEqual([true, false, false]);
});

test('the surfaces of the rule are those of the console', () => {
  const path = new URL('../../console/src/ui/tokens.css', import.meta.url);
  const css = readFileSync(path, 'utf8');
  for (const name of ['page', 'surface', 'sunken'] as const) {
    const { light, dark } = themeSurfaces;
    expect(css).toContain(`--${name}: light-dark(${light[name]}, ${dark[name]});`);
  }
});
