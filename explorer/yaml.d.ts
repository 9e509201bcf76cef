/** A file of registries, as text. */
declare module '*.yaml' {
  const text: string;
  export default text;
}
