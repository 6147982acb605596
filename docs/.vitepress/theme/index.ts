/// <reference types="vitepress/client" />
import mermaidUrl from '@mermaid-js/tiny?url';
import type { Theme } from 'vitepress';
import { useRoute } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { nextTick, onMounted, watch } from 'vue';
import './style.css';

interface Mermaid {
  initialize(options: { startOnLoad: boolean; theme: string; fontFamily: string }): void;
  run(options: { querySelector: string }): Promise<void>;
}

const selector = 'pre.mermaid:not([data-processed])';
let loading: Promise<Mermaid> | undefined;

export default {
  extends: DefaultTheme,
  setup() {
    const route = useRoute();
    onMounted(draw);
    watch(
      () => route.path,
      () => nextTick(draw),
    );
  },
} satisfies Theme;

/** Draws the diagrams of the page that is shown. Pages without diagrams do not load the library. */
async function draw(): Promise<void> {
  if (!document.querySelector(selector)) return;
  loading ??= loadMermaid();
  await (await loading).run({ querySelector: selector });
}

/** The library is a script that sets a global variable, not a module. */
function loadMermaid(): Promise<Mermaid> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = mermaidUrl;
    script.onerror = reject;
    script.onload = () => {
      const { mermaid } = globalThis as unknown as { mermaid: Mermaid };
      mermaid.initialize({ startOnLoad: false, theme: 'neutral', fontFamily: 'inherit' });
      resolve(mermaid);
    };
    document.head.append(script);
  });
}
