import { delegateOf } from '../../../bytecode/delegation-designator.js';
import { rememberedAnalysis } from '../../../bytecode/remembered-analysis.js';
import type { SourceId } from '../../../definition/model/predicate.js';
import { toHex } from '../../../domain/chain/codec/hex.js';
import type { Address } from '../../../domain/chain/hex.js';
import { type CodeChange, codeChanges } from '../../../domain/chain/protocol/code-changes.js';
import type { VerifiedBlock } from '../../../domain/chain/record/block.js';
import { sameAddress } from '../../../domain/chain/record/same-address.js';
import { keccak256 } from '../../../domain/crypto/keccak.js';
import type { FactValue } from '../../../evaluator/model/state-view.js';
import type { FoundBuild } from './builds.js';
import type { RowSink } from './row-sink.js';

/** How the code of addresses changed in a block, transaction by transaction: see `FactRow.evidence` for the values. */
export class CodeRows {
  readonly #changes: readonly CodeChange[];
  readonly #subjects: readonly Address[];
  #next = 0;

  constructor(
    private readonly block: VerifiedBlock,
    private readonly source: SourceId,
    private readonly buildsIn: (code: Buffer) => readonly FoundBuild[],
  ) {
    this.#changes = codeChanges(block);
    this.#subjects = this.#changes.map(({ address }) => toHex(address));
  }

  get subjects(): ReadonlySet<string> {
    return new Set(this.#subjects);
  }

  /** Adds the rows of the next transaction. */
  add(sink: RowSink, txIndex: number): void {
    for (; this.#changes[this.#next]?.txIndex === txIndex; this.#next++) {
      const change = this.#changes[this.#next]!;
      const subject = this.#subjects[this.#next]!;
      const value = changedTo(change, this.block);
      const row = { subject, key: '', txIndex, ordinal: 0, evidence: [] };
      sink.add({ ...row, source: this.source, value });
      if (change.kind === 'set')
        for (const build of this.buildsIn(change.code!)) sink.add({ ...row, ...build });
    }
  }
}

function changedTo(change: CodeChange, block: VerifiedBlock): FactValue | null {
  const { kind, code } = change;
  if (kind === 'transient') return { destroyed: 'true', hash: toHex(keccak256(code!)) };
  if (kind === 'cleared') return isDelegationCleared(change, block) ? null : { destroyed: 'true' };
  return codeValue(code!);
}

/** The stored form of code; null for none. */
export function codeValue(code: Buffer): FactValue | null {
  if (code.length === 0) return null;
  const delegate = delegateOf(code);
  if (delegate) return { delegate: toHex(delegate) };
  const hash = keccak256(code);
  const { fingerprint, selectors, instructions, cloneTarget } = rememberedAnalysis(hash, code);
  return {
    hash: toHex(hash),
    length: String(code.length),
    fingerprint: toHex(fingerprint),
    selectors: toHex(Buffer.concat(selectors)),
    instructions: toHex(instructions),
    ...(cloneTarget ? { clone: toHex(cloneTarget) } : {}),
  };
}

/** An account that signed an authorization had no contract, so what was cleared is a delegation. */
function isDelegationCleared({ txIndex, address }: CodeChange, { transactions }: VerifiedBlock): boolean {
  return (
    transactions[txIndex]?.authorizationList?.some(
      ({ authority }) => authority !== undefined && sameAddress(authority, address),
    ) ?? false
  );
}
