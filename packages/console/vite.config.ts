import { defaultClientConditions, defineConfig } from 'vite';
import { viteThirdPartyLicenses } from '../../scripts/third-party-licenses.mjs';

export default defineConfig({
  plugins: [viteThirdPartyLicenses()],
  // The contract is read from its sources, so that the pages contain only the parts that they use.
  resolve: { conditions: ['parley:source', ...defaultClientConditions] },
  build: {
    outDir: '../server/console',
    emptyOutDir: true,
    // The pages run in browsers that know `light-dark()`, and the policy of the server allows no inline script or data.
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      checks: { pluginTimings: false },
      // React's directives for servers mean nothing in a browser.
      onLog: (level, log, show) => log.code === 'MODULE_LEVEL_DIRECTIVE' || show(level, log),
    },
  },
  // `npm run dev` serves the API.
  server: { proxy: { '/console/api': 'http://127.0.0.1:4000', '/api': 'http://127.0.0.1:4000' } },
});
