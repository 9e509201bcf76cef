import type { TokenTransfer } from '../../domain/token/token-transfer.js';

/** What a holder of a token has and has moved, or a change of that. */
export interface Held {
  amount: bigint;
  items: bigint;
  /** Number of sides of transfers with an amount above zero. */
  amountMoves: number;
  itemMoves: number;
  /** Number of sides of transfers. */
  sent: number;
  received: number;
  /** Block numbers. */
  lastSent?: number | undefined;
  lastReceived?: number | undefined;
}

/** The change of one holder of one token. */
export interface HolderChange extends Held {
  readonly token: Buffer;
  readonly holder: Buffer;
}

export const NOTHING_HELD: Readonly<Held> = {
  ...{ amount: 0n, items: 0n, amountMoves: 0, itemMoves: 0 },
  ...{ sent: 0, received: 0 },
};

/** What is held after a change. Blocks may come in any order. */
export function changed(held: Readonly<Held>, change: Readonly<Held>): Held {
  return {
    amount: held.amount + change.amount,
    items: held.items + change.items,
    amountMoves: held.amountMoves + change.amountMoves,
    itemMoves: held.itemMoves + change.itemMoves,
    sent: held.sent + change.sent,
    received: held.received + change.received,
    lastSent: latest(held.lastSent, change.lastSent),
    lastReceived: latest(held.lastReceived, change.lastReceived),
  };
}

function latest(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.max(one, other);
}

type Moved = Pick<TokenTransfer, 'token' | 'shape' | 'from' | 'to' | 'value'>;

/** Sums of many transfers by token and holder, so that each pair costs one write. */
export class HolderChanges {
  readonly #byPair = new Map<string, HolderChange>();

  /** Adds a transfer. Blocks may come in any order. */
  add(blockNumber: number, transfer: Moved): void {
    if (transfer.from) {
      const sender = this.#move(transfer, transfer.from, -1, 1);
      sender.lastSent = Math.max(sender.lastSent ?? 0, blockNumber);
    }
    if (transfer.to) {
      const recipient = this.#move(transfer, transfer.to, 1, 1);
      recipient.lastReceived = Math.max(recipient.lastReceived ?? 0, blockNumber);
    }
  }

  /** Subtracts a transfer that was added before. The last block before it is not known here. */
  subtract(transfer: Moved): void {
    if (transfer.from) this.#move(transfer, transfer.from, 1, -1);
    if (transfer.to) this.#move(transfer, transfer.to, -1, -1);
  }

  all(): HolderChange[] {
    return [...this.#byPair.values()];
  }

  /** @param direction 1 to the holder, -1 from it @param count 1 to add a movement, -1 to remove one */
  #move({ token, shape, value = 0n }: Moved, holder: Buffer, direction: 1 | -1, count: 1 | -1): HolderChange {
    const change = this.#of(token, holder);
    if (direction === count) change.received += count;
    else change.sent += count;
    if (value !== 0n) {
      change.amount += direction === 1 ? value : -value;
      change.amountMoves += count;
    }
    if (shape === 'erc721' || shape === 'unindexed') {
      change.items += direction === 1 ? 1n : -1n;
      change.itemMoves += count;
    }
    return change;
  }

  #of(token: Buffer, holder: Buffer): HolderChange {
    const pair = token.toString('latin1') + holder.toString('latin1');
    let change = this.#byPair.get(pair);
    if (!change) {
      change = { token, holder, ...NOTHING_HELD };
      this.#byPair.set(pair, change);
    }
    return change;
  }
}
