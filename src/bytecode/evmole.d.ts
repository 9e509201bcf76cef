/** The package has types, but its export table hides them. */
declare module 'evmole' {
  /** @param code hex digits, with or without `0x` */
  export function contractInfo(
    code: string,
    asked: { readonly selectors: true },
  ): { readonly functions?: readonly { readonly selector: string }[] };
}
