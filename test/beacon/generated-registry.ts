import { createHash } from 'node:crypto';

const NEVER = Number.POSITIVE_INFINITY;
const FAR_FUTURE = '18446744073709551615';
const ETHER = 1_000_000_000;
/** Half of the registry was deposited in this many epochs, which is more than 90 days. */
const RECENT_EPOCHS = 30_000;

/** The epochs of a validator's life; its record shows only some of them. */
export interface Life {
  readonly deposited: number;
  readonly eligible: number;
  readonly activated: number;
  readonly exitDecided: number;
  readonly exited: number;
  readonly effectiveGwei: number;
}

/** The true queues at the start of an epoch. */
export interface TrueQueues {
  readonly pendingActivation: number;
  readonly pendingExit: number;
}

/**
 * A registry of any size whose every queue at every epoch is known, made of numbers alone: the life of a validator is a function of its
 * index. Beside it are deposits of keys without a validator, top-ups of validators of all sorts, consolidations and partial withdrawals.
 */
export class GeneratedRegistry {
  /** @param epoch whose first slot the state is of */
  constructor(
    readonly size: number,
    readonly epoch: number,
    /** Public keys without a validator whose first deposit is pending. */
    readonly newcomers: number,
  ) {}

  lifeOf(index: number): Life {
    const half = this.size / 2;
    const start = this.epoch - RECENT_EPOCHS;
    const registered =
      index < half
        ? Math.floor((index / half) * start)
        : start + Math.floor(((index - half) / half) * (RECENT_EPOCHS - 1));
    const deposited = Math.max(0, registered - chance(index, 1, 5_000));
    if (index % 97 === 0 && registered > start) return this.#tooSmall(deposited);
    const eligible = registered + 1;
    const activated = eligible + 4 + chance(index, 2, 600);
    // Half of the validators that wait have no activation epoch yet.
    if (activated > this.epoch && index % 2 === 0) return waiting(deposited, eligible);
    const exitDecided = chance(index, 3, 10) < 3 ? activated + 256 + chance(index, 4, 40_000) : NEVER;
    const waits = chance(index, 5, 3) === 0 ? chance(index, 6, 2_000) : 0;
    const isDecided = exitDecided < this.epoch;
    return {
      deposited,
      eligible,
      activated,
      exitDecided: isDecided ? exitDecided : NEVER,
      exited: isDecided ? exitDecided + 5 + waits : NEVER,
      effectiveGwei: (index % 50 === 0 ? 32 + chance(index, 7, 2_000) : 32) * ETHER,
    };
  }

  /** Counts validator by validator. */
  trueQueues(epoch: number): TrueQueues {
    let pendingActivation = 0;
    let pendingExit = 0;
    for (let index = 0; index < this.size; index++) {
      const { deposited, activated, exitDecided, exited, effectiveGwei } = this.lifeOf(index);
      if (deposited <= epoch && epoch < activated && effectiveGwei >= 32 * ETHER) pendingActivation++;
      if (exitDecided < epoch && epoch < exited) pendingExit++;
    }
    for (let newcomer = 0; newcomer < this.newcomers; newcomer++)
      if (this.#depositedBy(newcomer) <= epoch) pendingActivation++;
    return { pendingActivation, pendingExit };
  }

  *validators(): Iterable<object> {
    for (let index = 0; index < this.size; index++) {
      const { eligible, activated, exited, effectiveGwei } = this.lifeOf(index);
      yield {
        index: String(index),
        balance: String(effectiveGwei + 1_234_567),
        status: 'active_ongoing',
        validator: {
          pubkey: keyOf(`validator ${index}`),
          withdrawal_credentials: `0x01${'00'.repeat(11)}${index.toString(16).padStart(40, '0')}`,
          effective_balance: String(effectiveGwei),
          slashed: false,
          activation_eligibility_epoch: epochText(eligible),
          activation_epoch: epochText(activated),
          exit_epoch: epochText(exited),
          withdrawable_epoch: epochText(exited + 256),
        },
      };
    }
  }

  /** One for each newcomer, a second for every third, and a top-up for every thousandth validator, whatever its status. */
  *pendingDeposits(): Iterable<{ readonly pubkey: string; readonly amount: string }> {
    for (let newcomer = 0; newcomer < this.newcomers; newcomer++) {
      const pubkey = keyOf(`newcomer ${newcomer}`);
      yield depositJson(pubkey, 32);
      if (newcomer % 3 === 0) yield depositJson(pubkey, 1);
    }
    for (let index = 0; index < this.size; index += 1_000) yield depositJson(keyOf(`validator ${index}`), 2);
  }

  /** Every fifth of the exiting validators consolidates into another. */
  *pendingConsolidations(): Iterable<{ readonly source_index: string; readonly target_index: string }> {
    for (let index = 0; index < this.size; index += 5) {
      const { exitDecided, exited } = this.lifeOf(index);
      if (exitDecided < this.epoch && exited > this.epoch)
        yield { source_index: String(index), target_index: '0' };
    }
  }

  /** The exit epoch of the first is still to come; the second waits only to become withdrawable. */
  pendingPartialWithdrawals(): readonly Readonly<Record<string, string>>[] {
    return [
      { validator_index: '50', amount: String(3 * ETHER), withdrawable_epoch: String(this.epoch + 257) },
      { validator_index: '100', amount: String(5 * ETHER), withdrawable_epoch: String(this.epoch + 256) },
    ];
  }

  #depositedBy(newcomer: number): number {
    return this.epoch - chance(newcomer, 8, 3_000);
  }

  /** Deposits half of the minimum, and no more follows. */
  #tooSmall(deposited: number): Life {
    return { ...waiting(deposited, NEVER), effectiveGwei: 16 * ETHER };
  }
}

function waiting(deposited: number, eligible: number): Life {
  const never = { activated: NEVER, exitDecided: NEVER, exited: NEVER };
  return { deposited, eligible, ...never, effectiveGwei: 32 * ETHER };
}

/** From 0 to one less than `sides`; a function of its arguments. */
function chance(index: number, purpose: number, sides: number): number {
  let word = Math.imul(index ^ Math.imul(purpose, 0x9e3779b1), 0x85ebca6b);
  word = Math.imul(word ^ (word >>> 13), 0xc2b2ae35);
  return ((word ^ (word >>> 16)) >>> 0) % sides;
}

const epochText = (epoch: number): string => (epoch === NEVER ? FAR_FUTURE : String(epoch));

function keyOf(name: string): string {
  return `0x${createHash('sha384').update(name).digest('hex')}`;
}

function depositJson(pubkey: string, ether: number) {
  return {
    pubkey,
    withdrawal_credentials: `0x01${'00'.repeat(31)}`,
    amount: String(ether * ETHER),
    signature: `0x${'ab'.repeat(96)}`,
    slot: '12856210',
  };
}
