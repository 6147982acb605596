import { defineConfig } from 'vitepress';
// @ts-expect-error: a script without types, which the builds of the packages use as well.
import { viteThirdPartyLicenses } from '../../scripts/third-party-licenses.mjs';
import { slugOf } from '../check/links.ts';
import { keepDiagrams } from './diagrams.ts';
import { linkPages } from './links.ts';
import { addresses, isSearched, sidebar } from './pages.ts';
import { withoutInlineScripts } from './scripts.ts';
import { scrollTables } from './tables.ts';

// The site shows the pages as they are in the repository, where they stay readable on a Git host.
export default defineConfig({
  title: 'Parley',
  description: 'Customer messages on WhatsApp, Instagram and TikTok through one HTTP API',
  base: '/docs/',
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  srcDir: '..',
  outDir: '../packages/server/docs',
  srcExclude: [
    '{.changeset,examples,scripts}/**',
    'docs/decisions/**',
    'packages/!(sdk)/**',
    'packages/sdk/README.md',
    'packages/sdk/methods/**',
    '*CHANGELOG.md',
  ],
  rewrites: Object.fromEntries(addresses),
  // Files named config.ts anywhere in the repository are not settings of the site.
  additionalConfig: () => [],
  cleanUrls: true,
  themeConfig: {
    search: {
      provider: 'local',
      options: {
        // The search is for people who use Parley, not for those who change it.
        _render: async (text, env, md) =>
          isSearched(env.relativePath) ? await md.renderAsync(text, env) : '',
      },
    },
    outline: [2, 3],
    nav: [
      { text: 'Getting started', link: '/getting-started' },
      { text: 'Webhooks', link: '/guides/webhooks' },
      // Not a page of this site: the server answers it.
      { text: 'API reference', link: '/api', target: '_self' },
    ],
    sidebar: sidebar(),
    notFound: {
      quote:
        'This documentation has no page at this address. Search for it, or start at the first page.',
      linkText: 'Go to the first page',
      linkLabel: 'Go to the first page',
    },
  },
  markdown: {
    anchor: { slugify: slugOf },
    config(md) {
      linkPages(md);
      keepDiagrams(md);
      scrollTables(md);
    },
  },
  vite: { plugins: [viteThirdPartyLicenses()] },
  transformHtml: (html, _id, { siteConfig }) =>
    withoutInlineScripts(html, { outDir: siteConfig.outDir, base: siteConfig.site.base }),
});
