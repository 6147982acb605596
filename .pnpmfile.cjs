// Only the finished browser bundle of this package is used: what it was built from is not needed.
module.exports = {
  hooks: {
    readPackage(manifest) {
      if (manifest.name === '@scalar/api-reference') manifest.dependencies = {};
      return manifest;
    },
  },
};
