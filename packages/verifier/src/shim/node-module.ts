/** There is no compiled addon in a browser. */
export function createRequire(): never {
  throw new Error('a browser has no addons');
}
