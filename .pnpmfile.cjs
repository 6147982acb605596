// What these packages need for features that are not used here.
const unused = {
  // Only its finished browser bundle is used.
  '@scalar/api-reference': /./,
  // Search at Algolia, icons of social networks, and types.
  vitepress: /^(@docsearch|@iconify-json|@types)\//,
};

module.exports = {
  hooks: {
    readPackage(manifest) {
      const pattern = unused[manifest.name];
      for (const name of Object.keys(manifest.dependencies ?? {})) {
        if (pattern?.test(name)) delete manifest.dependencies[name];
      }
      return manifest;
    },
    // The packed packages do not contain the sources.
    beforePacking(manifest) {
      for (const door of Object.values(manifest.exports ?? {})) delete door['parley:source'];
      return manifest;
    },
  },
};
