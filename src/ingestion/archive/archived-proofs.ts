import type { CanonicalRoots } from '../../domain/canonicity/canonical-roots.js';
import { EpochTree } from '../../domain/canonicity/epoch-tree.js';
import { decodeHeaderProof, encodeHeaderProof } from '../../domain/canonicity/header-proof.js';
import { ProofFails, RootUnknown, verifyHeaderProof } from '../../domain/canonicity/verify-header-proof.js';
import { decodeHeader } from '../../domain/chain/codec/header-rlp.js';
import { toHex } from '../../domain/chain/codec/hex.js';
import { MalformedField } from '../../domain/chain/codec/malformed-field.js';
import type { Header } from '../../domain/chain/record/block.js';
import { keccak256 } from '../../domain/crypto/keccak.js';
import type { ArchiveFile } from './archive-file.js';
import { BadArchive } from './bad-archive.js';

/** Proof that a block is on Ethereum's chain, `rlp([type, SSZ])`. */
export interface ArchivedProof {
  readonly number: number;
  readonly hash: Buffer;
  readonly proof: Buffer;
}

interface NumberedHeader {
  readonly hash: Buffer;
  readonly header: Header;
}

/**
 * Checks that the headers of a file are a chain, and takes their proofs: from an `.ere` file as they are,
 * from the total difficulties of an `.era1` file. Proofs that lead to an unknown root are left out, because
 * nothing shows that they are true.
 *
 * @returns nothing for a file without proofs
 * @throws BadArchive at the first header with a wrong parent or proof
 */
export function archivedProofs(file: ArchiveFile, roots: CanonicalRoots): ArchivedProof[] {
  const headers = chainOf(file);
  const proofs = file.has('proof')
    ? headers.map((_, position) => file.part('proof', position))
    : file.has('totalDifficulty') && file.accumulatorRoot()
      ? accumulated(file, headers)
      : [];
  return proofs.flatMap((proof, position) => {
    const { hash, header } = headers[position]!;
    const { number } = header;
    try {
      verifyHeaderProof(hash, header, decodeHeaderProof(proof), roots);
      return [{ number, hash, proof }];
    } catch (error) {
      if (error instanceof RootUnknown) return [];
      if (!(error instanceof ProofFails || error instanceof MalformedField)) throw error;
      throw new BadArchive(
        `${file.name}: block ${number} is not shown to be Ethereum's: ${error.message}. Take the file from elsewhere`,
      );
    }
  });
}

function chainOf(file: ArchiveFile): NumberedHeader[] {
  const headers: NumberedHeader[] = [];
  for (let position = 0; position < file.length; position++) {
    const raw = file.part('header', position);
    const next = { hash: keccak256(raw), header: decodeHeader(raw) };
    const before = headers.at(-1);
    const follows = before === undefined || next.header.parentHash.equals(before.hash);
    if (!follows || next.header.number !== file.range.fromBlock + position)
      throw new BadArchive(
        `${file.name}: block ${file.range.fromBlock + position} does not follow the one before it (${toHex(next.hash)})`,
      );
    headers.push(next);
  }
  return headers;
}

/** The accumulator of the last epoch does not include the blocks after the merge. */
function accumulated(file: ArchiveFile, headers: readonly NumberedHeader[]): Buffer[] {
  const records = headers
    .filter(({ header }) => header.difficulty > 0n)
    .map(({ hash }, position) => ({ hash, totalDifficulty: file.part('totalDifficulty', position) }));
  const tree = new EpochTree(records);
  if (!tree.root.equals(file.accumulatorRoot()!))
    throw new BadArchive(
      `${file.name}: its accumulator is not that of its blocks. Take the file from elsewhere`,
    );
  return records.map((_, position) => encodeHeaderProof(tree.proofOf(position)));
}
