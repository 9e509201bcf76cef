import { encodeHeader } from '../domain/chain/codec/header-rlp.js';
import { bytesToHex, toHex } from '../domain/chain/codec/hex.js';
import type { ForkSchedule } from '../domain/chain/protocol/fork-schedule.js';
import type { Header } from '../domain/chain/record/block.js';
import { keccak256 } from '../domain/crypto/keccak.js';
import type { ViewResult } from '../state/execution/run/view-result.js';
import {
  gatherWitness,
  type NoWitness,
  type WitnessedViews,
  type WitnessSource,
} from '../state/witness/gather-witness.js';
import { CONVENTION, ENGINE } from '../state/witness/view-convention.js';
import type { WitnessedView } from '../state/witness/witnessed-call.js';
import { CALL_FORMAT, type CallBundle } from '../verifier/bundle/call-bundle.schema.js';
import type { BundledViewResult, BundledWitness } from '../verifier/bundle/witness.schema.js';

/** The bundle of a view call at the end of a block, or why there is none. */
export async function makeCallBundle(
  header: Header,
  call: WitnessedView,
  schedule: ForkSchedule,
  source: WitnessSource,
): Promise<CallBundle | NoWitness> {
  return callBundle(header, call, await gatherWitness(header, [call], schedule, source));
}

/** The bundle of the one view call that was executed over a witness. */
export function callBundle(
  header: Header,
  call: WitnessedView,
  views: WitnessedViews,
): CallBundle | NoWitness {
  const result = views.results[0]!;
  if (typeof result === 'string') return result;
  const raw = encodeHeader(header);
  return {
    format: CALL_FORMAT,
    call: viewRef(toHex(keccak256(raw)), call),
    engine: ENGINE,
    convention: CONVENTION,
    header: toHex(raw),
    result: bundledResult(result),
    witness: bundledWitness(views),
  };
}

/** A witness in the form of bundles. */
export function bundledWitness({
  fork,
  used,
  ancestors,
}: Pick<WitnessedViews, 'fork' | 'used' | 'ancestors'>): BundledWitness {
  return {
    fork,
    nodes: used.nodes.map(bytesToHex),
    codes: used.codes.map(bytesToHex),
    ...(ancestors.length > 0 && { ancestors: ancestors.map((header) => toHex(encodeHeader(header))) }),
  };
}

/** The result of a call in the form of bundles. INVARIANT: it is not undecided. */
export function bundledResult({ outcome, output }: ViewResult): BundledViewResult {
  return { outcome: outcome as 'returned' | 'reverted', output: bytesToHex(output) };
}

function viewRef(blockHash: string, { to, data }: WitnessedView): string {
  return `view:1:${blockHash}:${to}:${bytesToHex(data)}`;
}
