declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>;
  // biome-ignore lint/style/noDefaultExport: Vite exports the names of the classes by default.
  export default classes;
}
declare module '*.css' {}
