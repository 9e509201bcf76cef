import { decodeHeader, encodeHeader } from '../../domain/chain/codec/header-rlp.js';
import { parseBytes, toHex } from '../../domain/chain/codec/hex.js';
import { MalformedField } from '../../domain/chain/codec/malformed-field.js';
import { RlpWriter } from '../../domain/chain/codec/rlp-writer.js';
import type { Header, VerifiedBlock } from '../../domain/chain/record/block.js';
import { keccak256 } from '../../domain/crypto/keccak.js';
import { headerFromRpc } from '../../node/rpc/header-from-rpc.js';
import type { SourcedBlock } from '../../node/rpc/rpc-block.js';
import { BlockRefused } from './finding/block-refused.js';
import { locate } from './locate.js';

/** keccak of an empty list. */
export const NO_OMMERS_HASH = keccak256(Buffer.from([0xc0]));
const MAX_OMMERS = 2;

/**
 * The ommers, bound by the header's `ommersHash`. Where the node has no ommer headers, only their number is
 * stored, and it is trusted.
 *
 * @throws BlockRefused
 * @throws MalformedField
 */
export function verifyOmmers(
  sourced: SourcedBlock,
  header: Header,
): Pick<VerifiedBlock, 'ommerCount' | 'ommers'> {
  const { uncles } = sourced.block;
  if (!Array.isArray(uncles)) throw new MalformedField('uncles', 'is missing');
  const { number, ommersHash } = header;
  const hasOmmers = !ommersHash.equals(NO_OMMERS_HASH);
  if (uncles.length > (hasOmmers ? MAX_OMMERS : 0) || (hasOmmers && uncles.length === 0)) {
    throw new BlockRefused('ommers', number, { stated: uncles.length, ommersHash: toHex(ommersHash) });
  }
  if (!hasOmmers) return { ommerCount: 0, ommers: [] };
  if (sourced.ommers === undefined) return { ommerCount: uncles.length };
  const ommers = sourced.ommers.map((rpc, i) =>
    locate(`ommers[${i}]`, rpc, () => headerFromRpc(rpc, noBloom)),
  );
  if (ommers.length !== uncles.length) {
    throw new BlockRefused('ommers', number, { stated: uncles.length, given: ommers.length });
  }
  const raws = ommers.map(encodeHeader);
  raws.forEach((raw, ommerIndex) => {
    const hash = keccak256(raw);
    if (!hash.equals(parseBytes(uncles[ommerIndex], `uncles[${ommerIndex}]`, 32))) {
      throw new BlockRefused('ommers', number, { ommerIndex, recomputed: toHex(hash) });
    }
  });
  requireOmmersHash(raws, header);
  return { ommerCount: ommers.length, ommers };
}

/**
 * The ommers of an archive.
 *
 * @param raws RLP of their headers
 * @throws BlockRefused
 * @throws MalformedField
 */
export function verifyRawOmmers(
  raws: readonly Buffer[],
  header: Header,
): Pick<VerifiedBlock, 'ommerCount' | 'ommers'> {
  requireOmmersHash(raws, header);
  return { ommerCount: raws.length, ommers: raws.map(decodeHeader) };
}

function requireOmmersHash(raws: readonly Buffer[], { number, ommersHash }: Header): void {
  const recomputed = hashList(raws);
  if (!recomputed.equals(ommersHash)) {
    throw new BlockRefused('ommers', number, { stated: toHex(ommersHash), recomputed: toHex(recomputed) });
  }
}

function noBloom(): Buffer {
  throw new MalformedField('logsBloom', 'is missing');
}

function hashList(items: readonly Buffer[]): Buffer {
  const writer = new RlpWriter();
  for (const item of items.toReversed()) writer.raw(item);
  writer.list(0);
  return keccak256(writer.take());
}
