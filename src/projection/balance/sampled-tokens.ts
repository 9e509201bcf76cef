import type { Frame, Log, Transaction, VerifiedBlock } from '../../domain/chain/record/block.js';
import { tokenEventKind } from '../../domain/token/token-event.js';

/** A token that was transferred in a block, and its possible holders then. */
export interface SampledToken {
  /** Address of 20 bytes; `key` is its latin-1 text. */
  readonly token: Buffer;
  readonly key: string;
  /** 20 bytes each; the parties of transfers first. */
  readonly holders: readonly Buffer[];
}

/** More would cost hashes without further evidence. */
const MAX_HOLDERS = 8;
const WORD = 32;
const SELECTOR = 4;

/**
 * The tokens with an ERC-20 Transfer in a block that `isWanted` accepts, with every address in the logs, call
 * data and frames that involve them, up to a bound. Tokens of other standards, and transfers without indexed
 * parameters, are left out: their `balanceOf` may count items.
 */
export function sampledTokens(block: VerifiedBlock, isWanted: (key: string) => boolean): SampledToken[] {
  const found = new Map<string, Holders>();
  const transactions = new Set<number>();
  block.receipts.forEach(({ logs }, txIndex) => {
    for (const log of logs) {
      const key = transferredToken(log);
      if (key === undefined || (!found.has(key) && !isWanted(key))) continue;
      const holders = found.get(key) ?? new Holders(log.address, key);
      found.set(key, holders);
      transactions.add(txIndex);
      for (const topic of log.topics.slice(1)) holders.addWord(topic);
    }
  });
  for (const txIndex of transactions) {
    const { logs } = block.receipts[txIndex]!;
    for (const log of logs) {
      const holders = found.get(log.address.toString('latin1'));
      for (const topic of holders ? log.topics.slice(1) : []) holders!.addWord(topic);
    }
    addCalls(found, block.transactions[txIndex]!, block.frames?.[txIndex]);
  }
  return [...found.values()];
}

function transferredToken(log: Log): string | undefined {
  return tokenEventKind(log) === 'erc20' ? log.address.toString('latin1') : undefined;
}

/** The callers of the tokens, and the addresses in the call data. */
function addCalls(
  found: ReadonlyMap<string, Holders>,
  { from, to, input }: Transaction,
  frames: readonly Frame[] = [],
): void {
  const calls = frames.length > 0 ? frames : [{ from, to, input }];
  for (const call of calls) {
    const holders = call.to && found.get(call.to.toString('latin1'));
    holders?.add(call.from);
    for (let at = SELECTOR; holders && at + WORD <= call.input.length; at += WORD)
      holders.addWord(call.input.subarray(at, at + WORD));
  }
}

class Holders implements SampledToken {
  readonly holders: Buffer[] = [];

  constructor(
    readonly token: Buffer,
    readonly key: string,
  ) {}

  add(address: Buffer): void {
    if (this.holders.length < MAX_HOLDERS && !this.holders.some((known) => known.equals(address)))
      this.holders.push(address);
  }

  /** Adds a word if it is an address. Amounts and lengths are almost never that long. */
  addWord(word: Buffer): void {
    const isAddress =
      word.readUInt32BE(0) === 0 &&
      word.readUInt32BE(4) === 0 &&
      word.readUInt32BE(8) === 0 &&
      word.readUInt32BE(12) !== 0;
    if (isAddress) this.add(word.subarray(WORD - 20));
  }
}
