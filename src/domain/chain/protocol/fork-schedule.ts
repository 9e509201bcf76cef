/**
 * When a fork's rules begin: by block number up to Paris, by the block's Unix time since. `undated` is a fork whose rules
 * are known and whose time is not: it has not begun.
 */
export type ForkActivation = { readonly block: number } | { readonly timestamp: number } | 'undated';

/** Blob parameters of a fork (EIP-4844 and the parameter forks of EIP-7892). */
export interface BlobParameters {
  /** Blobs per block aimed at. */
  readonly target: number;
  /** Blobs per block allowed. */
  readonly max: number;
  /** Excess blob gas that multiplies the blob base fee by e. */
  readonly baseFeeUpdateFraction: bigint;
}

export interface Fork {
  readonly name: string;
  readonly activation: ForkActivation;
  /** Present when the fork sets them anew. */
  readonly blobs?: BlobParameters;
  /** Contracts the protocol itself calls in each block from this fork on, 20 bytes each. */
  readonly systemContracts: readonly Buffer[];
}

/** The forks of one chain, in the order they came. */
export interface ForkSchedule {
  readonly chainId: number;
  readonly forks: readonly Fork[];
}

const MIN_BLOB_BASE_FEE = 1n;
const MAX_BLOB_BASE_FEE = 2n ** 256n - 1n;
/** The largest whole number n with e^n below 2^256. */
const MAX_BLOB_FEE_EXPONENT = 177;

/** The blob parameters in force at a Unix time; undefined before blobs. */
export function blobParameters(schedule: ForkSchedule, timestamp: number): BlobParameters | undefined {
  return schedule.forks.findLast((fork) => fork.blobs !== undefined && isActive(fork, timestamp))?.blobs;
}

/** The update fraction of the blob base fee in force at a Unix time; undefined before blobs. */
export function blobUpdateFraction(schedule: ForkSchedule, timestamp: number): bigint | undefined {
  return blobParameters(schedule, timestamp)?.baseFeeUpdateFraction;
}

/** Whether a fork with an activation time has begun; false for a name that the schedule does not have. */
export function isForkActive(schedule: ForkSchedule, name: string, timestamp: number): boolean {
  const fork = schedule.forks.findLast((candidate) => candidate.name === name);
  return fork !== undefined && isActive(fork, timestamp);
}

/** Unix time at which a fork begins; undefined for one without a time, or a name the schedule does not have. */
export function forkTime(schedule: ForkSchedule, name: string): number | undefined {
  const fork = schedule.forks.find((candidate) => candidate.name === name);
  return fork && timeOf(fork.activation);
}

/**
 * The schedule with times for undated forks, by name in Unix seconds. A time that the schedule already has
 * may be repeated.
 *
 * @throws RangeError for a fork that the schedule does not have or dates otherwise, and for a time before
 * that of the fork before it
 */
export function withForkTimes(schedule: ForkSchedule, times: ReadonlyMap<string, number>): ForkSchedule {
  for (const name of times.keys()) {
    if (!schedule.forks.some((fork) => fork.name === name)) throw new RangeError(`no fork is called ${name}`);
  }
  let last = 0;
  const forks = schedule.forks.map((fork) => {
    const { name, activation } = fork;
    const given = times.get(name);
    if (given !== undefined && activation !== 'undated' && timeOf(activation) !== given)
      throw new RangeError(`${name} began at ${JSON.stringify(activation)}, not at ${given}`);
    const dated: Fork = given === undefined ? fork : { ...fork, activation: { timestamp: given } };
    const time = timeOf(dated.activation);
    if (time !== undefined && time < last)
      throw new RangeError(`${name} would begin before the fork before it`);
    last = time ?? last;
    return dated;
  });
  return { ...schedule, forks };
}

/** Contracts the protocol calls in a block of that Unix time, in the order of their forks. */
export function systemCallAddresses(schedule: ForkSchedule, timestamp: number): readonly Buffer[] {
  return schedule.forks.filter((fork) => isActive(fork, timestamp)).flatMap((fork) => fork.systemContracts);
}

/** The most excess blob gas whose blob base fee fits 256 bits. */
export function maxExcessBlobGas({ baseFeeUpdateFraction }: BlobParameters): number {
  return MAX_BLOB_FEE_EXPONENT * Number(baseFeeUpdateFraction);
}

/**
 * Wei per unit of blob gas, by EIP-4844's integer approximation of e to the power of excess over fraction; 2^256 - 1
 * for an excess that no chain reaches, whose series would not end in reasonable time.
 */
export function blobBaseFee(excessBlobGas: bigint, updateFraction: bigint): bigint {
  if (excessBlobGas > BigInt(MAX_BLOB_FEE_EXPONENT) * updateFraction) return MAX_BLOB_BASE_FEE;
  let sum = 0n;
  let term = MIN_BLOB_BASE_FEE * updateFraction;
  for (let i = 1n; term > 0n; i++) {
    sum += term;
    term = (term * excessBlobGas) / (updateFraction * i);
  }
  return sum / updateFraction;
}

/** Forks with blobs or system contracts begin by time; earlier forks have neither. */
function isActive({ activation }: Fork, timestamp: number): boolean {
  const since = timeOf(activation);
  return since !== undefined && timestamp >= since;
}

function timeOf(activation: ForkActivation): number | undefined {
  return activation !== 'undated' && 'timestamp' in activation ? activation.timestamp : undefined;
}
