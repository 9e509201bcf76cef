/** Decoded arguments of an event in a line. The values are text of the chain. */
export const argumentsText = (args: readonly { readonly name: string; readonly value?: unknown }[]): string =>
  args
    .map(({ name, value }) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
