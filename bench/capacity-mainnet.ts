/** What a range of blocks holds. */
export interface Units {
  readonly transactions: number;
  readonly logs: number;
  readonly frames: number;
}

/** Mainnet by the end of 2025, in round numbers. */
export const MAINNET: Units = { transactions: 3.0e9, logs: 7e9, frames: 15e9 };

/** What storing a range of blocks took. */
export interface Cost {
  readonly blocks: Units;
  /** Processor time of all processes, PostgreSQL included. */
  readonly cpuSeconds: number;
  readonly bytes: number;
}

/** A run over few blocks, and one over these and more: what every start costs is in no difference. */
export interface Sample {
  readonly few: Cost;
  readonly many: Cost;
}

/** What all of mainnet takes. */
export interface Need {
  /** Days of one core. */
  readonly days: number;
  readonly terabytes: number;
}

/**
 * The need scaled in two ways: by transactions, and by the unit of which mainnet has most in comparison with
 * the measured blocks.
 */
export interface NeedRange {
  readonly least: Need;
  readonly most: Need;
}

const SECONDS_PER_DAY = 86_400;

/**
 * What each stage takes with all stages before it, ascending.
 * @param stages cumulative samples over the same blocks, with the unit that the work of the stage grows with
 */
export function mainnetNeeds(
  stages: readonly { readonly sample: Sample; readonly unit: keyof Units }[],
): NeedRange[] {
  const needs: NeedRange[] = [];
  let before = { cpuSeconds: 0, bytes: 0 };
  let sum: NeedRange = { least: NOTHING, most: NOTHING };
  for (const { sample, unit } of stages) {
    const { blocks, ...cost } = slope(sample);
    const own = { cpuSeconds: cost.cpuSeconds - before.cpuSeconds, bytes: cost.bytes - before.bytes };
    const byTransactions = MAINNET.transactions / blocks.transactions;
    const times = Math.max(byTransactions, MAINNET[unit] / blocks[unit]);
    sum = { least: plus(sum.least, own, byTransactions), most: plus(sum.most, own, times) };
    needs.push(sum);
    before = cost;
  }
  return needs;
}

const NOTHING: Need = { days: 0, terabytes: 0 };

function slope({ few, many }: Sample): Cost {
  const { transactions, logs, frames } = many.blocks;
  if (transactions <= few.blocks.transactions)
    throw new Error('the longer run must have more transactions than the shorter one');
  return {
    blocks: {
      transactions: transactions - few.blocks.transactions,
      logs: logs - few.blocks.logs,
      frames: frames - few.blocks.frames,
    },
    cpuSeconds: many.cpuSeconds - few.cpuSeconds,
    bytes: many.bytes - few.bytes,
  };
}

function plus(need: Need, own: Omit<Cost, 'blocks'>, times: number): Need {
  return {
    days: need.days + (own.cpuSeconds * times) / SECONDS_PER_DAY,
    terabytes: need.terabytes + (own.bytes * times) / 1e12,
  };
}
