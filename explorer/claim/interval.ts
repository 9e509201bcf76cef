/** Blocks in which a claim held, both ends included; relations have a counterpart. */
export interface ClaimInterval {
  readonly attributeId: string;
  readonly startBlock: number;
  /** Unix seconds; absent in answers about one block. */
  readonly startTime?: number;
  /** Absent while it holds. */
  readonly endBlock?: number;
  readonly endTime?: number;
  readonly value?: string;
  readonly counterpart?: string;
  /** Absent in answers about one block. */
  readonly proofHash?: string;
}

/** @param block undefined for the newest */
export const holdsAt = (
  { startBlock, endBlock }: Pick<ClaimInterval, 'startBlock' | 'endBlock'>,
  block: number | undefined,
): boolean =>
  block === undefined
    ? endBlock === undefined
    : startBlock <= block && (endBlock === undefined || endBlock >= block);
