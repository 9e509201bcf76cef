import { toHex } from '../../domain/chain/codec/hex.js';
import type { Hash } from '../../domain/chain/hex.js';
import type { Header } from '../../domain/chain/record/block.js';
import { type Bundle, blockHashes } from '../bundle/bundle.schema.js';
import type { EvidenceSource } from '../evidence/evidence-source.js';
import { demand, Refuted } from '../evidence/finding.js';

/**
 * V4: everything that was read is included below a root of its header, every header has the hash that names
 * it, the bundle has the reference blocks, and everything in the bundle was read. It does not show that the
 * hashes are of the canonical chain.
 *
 * @param source with what the levels before have read
 * @throws Refuted
 */
export function checkInclusion(bundle: Bundle, source: EvidenceSource): void {
  for (const [hash, { referenceBlock, referenceBlockHash }] of Object.entries(bundle.proofs)) {
    const { number } = headerOf(source, referenceBlockHash);
    demand(number === referenceBlock, `proof ${hash}`, `its reference block is ${number}`);
  }
  source.read.requireBound();
  const numbers = new Map<number, Hash>();
  for (const hash of blockHashes(bundle)) {
    demand(source.read.has(`block ${hash}`), `block ${hash}`, 'nothing rests on it');
    const { number } = source.blocks.header(hash);
    demand(!numbers.has(number), `block ${hash}`, `there are two blocks ${number}`);
    demand(number <= bundle.block, `block ${hash}`, 'it comes after the block that the bundle is of');
    numbers.set(number, hash);
    for (const place of placesIn(bundle, hash)) demand(source.read.has(place), place, 'nothing rests on it');
  }
  checkOrder(numbers, source);
}

/**
 * @throws Refuted unless the blocks can be of one chain: adjacent ones are parent and child, and higher ones
 * are later
 */
function checkOrder(hashes: ReadonlyMap<number, Hash>, source: EvidenceSource): void {
  let before: Header | undefined;
  for (const [number, hash] of [...hashes].sort(([one], [other]) => one - other)) {
    const header = source.blocks.header(hash);
    const parent = hashes.get(number - 1);
    demand(
      parent === undefined || toHex(header.parentHash) === parent,
      `block ${hash}`,
      `block ${number - 1} of the bundle is not its parent`,
    );
    demand(
      before === undefined || before.timestamp < header.timestamp,
      `block ${hash}`,
      'a lower block of the bundle is not older',
    );
    before = header;
  }
}

function headerOf(source: EvidenceSource, hash: Hash) {
  try {
    return source.blocks.header(hash);
  } catch (error) {
    if (error instanceof Refuted)
      throw new Refuted(error.place, `${error.reason}, and it is a reference block`);
    throw error;
  }
}

/** The places of everything that a block of the bundle has, as `ReadPlaces` names them. */
function* placesIn({ blocks }: Bundle, hash: Hash): Iterable<string> {
  const block = blocks[hash]!;
  for (const kind of ['transactions', 'receipts', 'withdrawals'] as const)
    for (const index of Object.keys(block[kind] ?? {}))
      yield `${kind.slice(0, -1)} ${index} of block ${hash}`;
  if (block.accessList !== undefined) yield `access list of block ${hash}`;
  if (block.witness !== undefined) yield `state of block ${hash}`;
  if (block.execution !== undefined) yield `state before block ${hash}`;
  for (const [address, { code, slots = {} }] of Object.entries(block.accounts ?? {})) {
    yield `account ${address} in block ${hash}`;
    if (code !== undefined) yield `code of ${address} in block ${hash}`;
    for (const slot of Object.keys(slots)) yield `slot ${slot} of ${address} in block ${hash}`;
  }
}
