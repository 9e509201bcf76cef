/** The rules of a simulated chain; numbers and times are within the era of that fork on mainnet. */
export interface Era {
  readonly firstNumber: number;
  /** Unix seconds of the first block. */
  readonly firstTimestamp: number;
  readonly transactionTypes: readonly (0 | 1 | 2 | 3 | 4)[];
  /** Whether receipts have a state root instead of a status. */
  readonly receiptRoots: boolean;
  /** Whether blocks have difficulty and may have ommers. */
  readonly mined: boolean;
  /** Block reward in wei. */
  readonly reward: bigint;
  readonly baseFee: boolean;
  readonly withdrawals: boolean;
  /** Target blob gas of a block, and the divisor of its price; absent before blobs. */
  readonly blobs?: {
    readonly targetGas: number;
    readonly most: number;
    readonly updateFraction: number;
    /** Since Osaka: blobs do not get cheaper while they cost less than execution. */
    readonly reservePrice: boolean;
  };
  /** Since Prague: `requestsHash` and delegations. */
  readonly requests: boolean;
  /** Since Cancun: SELFDESTRUCT deletes only what the same transaction created. */
  readonly destructionKeepsCode: boolean;
}

const BLOB_GAS = 131_072;

export const ERAS = {
  homestead: {
    firstNumber: 4_000_000,
    firstTimestamp: 1_499_600_000,
    transactionTypes: [0],
    receiptRoots: true,
    mined: true,
    reward: 5n * 10n ** 18n,
    baseFee: false,
    withdrawals: false,
    requests: false,
    destructionKeepsCode: false,
  },
  london: {
    firstNumber: 14_000_000,
    firstTimestamp: 1_642_000_000,
    transactionTypes: [0, 1, 2],
    receiptRoots: false,
    mined: true,
    reward: 2n * 10n ** 18n,
    baseFee: true,
    withdrawals: false,
    requests: false,
    destructionKeepsCode: false,
  },
  cancun: {
    firstNumber: 20_000_000,
    firstTimestamp: 1_719_000_000,
    transactionTypes: [0, 1, 2, 3],
    receiptRoots: false,
    mined: false,
    reward: 0n,
    baseFee: true,
    withdrawals: true,
    blobs: { targetGas: 3 * BLOB_GAS, most: 6, updateFraction: 3_338_477, reservePrice: false },
    requests: false,
    destructionKeepsCode: true,
  },
  modern: {
    firstNumber: 25_000_000,
    firstTimestamp: 1_776_000_000,
    transactionTypes: [0, 1, 2, 3, 4],
    receiptRoots: false,
    mined: false,
    reward: 0n,
    baseFee: true,
    withdrawals: true,
    blobs: { targetGas: 14 * BLOB_GAS, most: 21, updateFraction: 11_684_671, reservePrice: true },
    requests: true,
    destructionKeepsCode: true,
  },
} as const satisfies Record<string, Era>;

export type EraName = keyof typeof ERAS;
