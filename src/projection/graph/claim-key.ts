/** The key of a claim: a definition by its number; addresses in lower-case hex, `0x` as the object of attributes. */
export interface ClaimKey {
  readonly subject: string;
  readonly definition: number;
  readonly object: string;
}
