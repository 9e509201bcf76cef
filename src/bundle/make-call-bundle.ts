import { encodeHeader } from '../domain/chain/codec/header-rlp.js';
import { toHex } from '../domain/chain/codec/hex.js';
import type { ForkSchedule } from '../domain/chain/protocol/fork-schedule.js';
import type { Header } from '../domain/chain/record/block.js';
import { keccak256 } from '../domain/crypto/keccak.js';
import {
  type GatheredWitness,
  gatherWitness,
  type NoWitness,
  type WitnessedCall,
  type WitnessSource,
} from '../state/witness/gather-witness.js';
import { CONVENTION, ENGINE } from '../state/witness/view-convention.js';
import { CALL_FORMAT, type CallBundle } from '../verifier/witness/call-bundle.schema.js';
import type { BundledViewResult, BundledWitness } from '../verifier/witness/witness.schema.js';

/** The bundle of a view call at the end of a block, or why there is none. */
export async function makeCallBundle(
  header: Header,
  call: WitnessedCall,
  schedule: ForkSchedule,
  source: WitnessSource,
): Promise<CallBundle | NoWitness> {
  const gathered = await gatherWitness(header, [call], schedule, source);
  if (typeof gathered === 'string') return gathered;
  const raw = encodeHeader(header);
  return {
    format: CALL_FORMAT,
    call: viewRef(toHex(keccak256(raw)), call),
    engine: ENGINE,
    convention: CONVENTION,
    header: toHex(raw),
    result: bundledResults(gathered)[0]!,
    witness: bundledWitness(gathered),
  };
}

/** As a bundle holds it. */
export function bundledWitness({ fork, nodes, codes, ancestors }: GatheredWitness): BundledWitness {
  return {
    fork,
    nodes: nodes.map(toHex),
    codes: codes.map(toHex),
    ...(ancestors.length > 0 && { ancestors: ancestors.map((header) => toHex(encodeHeader(header))) }),
  };
}

/** The results, in order. */
export function bundledResults({ results }: GatheredWitness): readonly BundledViewResult[] {
  return results.map(({ outcome, output }) => ({
    outcome: outcome as 'returned' | 'reverted',
    output: toHex(Buffer.from(output)),
  }));
}

function viewRef(blockHash: string, { to, data }: WitnessedCall): string {
  return `view:1:${blockHash}:${to}:${toHex(Buffer.from(data))}`;
}
