/** What a fetching process must have in common with the writer, so that it stores the same bytes. */
export interface FetchTerms {
  /** Version of this program. */
  readonly release: string;
  /** The newest migration. */
  readonly schema: string;
  /** A digest of the definitions. */
  readonly definitions: string;
  /** A digest of forks and first block. */
  readonly rules: string;
  /** What nodes give besides blocks and receipts. */
  readonly records: string;
}

/** Names of the terms that differ; none if the two processes may work together. */
export function differingTerms(own: FetchTerms, other: FetchTerms): string[] {
  return Object.keys(own).filter((name) => own[name as keyof FetchTerms] !== other[name as keyof FetchTerms]);
}
