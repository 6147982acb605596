export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const storageKey = 'parley-theme';

/** Applies the chosen theme of this browser. */
export function applyTheme(theme: Theme = chosenTheme()): void {
  document.documentElement.dataset['theme'] = theme;
}

export function chosenTheme(): Theme {
  const stored = localStorage.getItem(storageKey);
  return themes.find((theme) => theme === stored) ?? 'system';
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(storageKey, theme);
  applyTheme(theme);
}
