import { toHex } from '../../domain/chain/codec/hex.js';
import type { Address, Hash } from '../../domain/chain/hex.js';
import type { VerifiedBlock } from '../../domain/chain/record/block.js';
import type { RecordedBlock } from '../model/block-records.js';
import type { FactRow } from '../model/fact-row.js';
import { contractsAtWork } from './contracts-at-work.js';
import type { Extractor } from './fact-extractor.js';

/** A block without its facts. Records that the block has are empty lists here; others are absent. */
export interface BlockOutline extends RecordedBlock {
  readonly hash: Hash;
}

/** All that the engine reads of blocks. */
export interface BlockFacts {
  readonly blocks: readonly BlockOutline[];
  /** By subject, in the order of the blocks. */
  readonly rows: ReadonlyMap<Address, readonly FactRow[]>;
  /** Contracts at work, with the first block in which they were. */
  readonly atWork: ReadonlyMap<Address, number>;
}

export function blockFacts(
  blocks: readonly VerifiedBlock[],
  extract: Extractor,
  isWanted: (row: FactRow) => boolean = () => true,
): BlockFacts {
  const rows = new Map<Address, FactRow[]>();
  for (const block of blocks) {
    for (const row of extract(block)) {
      if (!isWanted(row)) continue;
      const known = rows.get(row.subject);
      if (known) known.push(row);
      else rows.set(row.subject, [row]);
    }
  }
  return {
    ...{ blocks: blocks.map(outline), rows },
    // Computed on demand: not needed where the range begins with the chain.
    get atWork() {
      return firstAtWork(blocks);
    },
  };
}

function firstAtWork(blocks: readonly VerifiedBlock[]): ReadonlyMap<Address, number> {
  const found = new Map<Address, number>();
  for (const block of blocks)
    for (const contract of contractsAtWork(block))
      if (!found.has(contract)) found.set(contract, block.header.number);
  return found;
}

/** Joins the facts of consecutive runs of blocks. */
export function joined(parts: readonly BlockFacts[]): BlockFacts {
  const rows = new Map<Address, FactRow[]>();
  const atWork = new Map<Address, number>();
  for (const part of parts) {
    for (const [subject, more] of part.rows) {
      const known = rows.get(subject);
      if (known) known.push(...more);
      else rows.set(subject, [...more]);
    }
    for (const [contract, block] of part.atWork) if (!atWork.has(contract)) atWork.set(contract, block);
  }
  return { blocks: parts.flatMap(({ blocks }) => blocks), rows, atWork };
}

/** The facts of those subjects that `owns` accepts. */
export function ofSubjects(facts: BlockFacts, owns: (subject: Address) => boolean): BlockFacts {
  return {
    blocks: facts.blocks,
    rows: new Map([...facts.rows].filter(([subject]) => owns(subject))),
    atWork: new Map([...facts.atWork].filter(([contract]) => owns(contract))),
  };
}

function outline({ hash, header: { number }, frames, stateChanges }: VerifiedBlock): BlockOutline {
  return {
    ...{ hash: toHex(hash), header: { number } },
    ...(frames && { frames: [] }),
    ...(stateChanges && { stateChanges: [] }),
  };
}
