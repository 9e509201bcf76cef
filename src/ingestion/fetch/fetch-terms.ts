/** What a process that fetches must have in common with the writer: then it stores what the writer would, byte for byte. */
export interface FetchTerms {
  /** Version of this program. */
  readonly release: string;
  /** The newest migration. */
  readonly schema: string;
  /** A digest of them. */
  readonly definitions: string;
  /** Forks and first block. */
  readonly rules: string;
  /** What nodes give besides blocks and receipts. */
  readonly records: string;
}

/** The terms that differ; none for those who may work together. */
export function differingTerms(own: FetchTerms, other: FetchTerms): string[] {
  return Object.keys(own).filter((name) => own[name as keyof FetchTerms] !== other[name as keyof FetchTerms]);
}
