import type { Address } from '../../domain/chain/hex.js';
import { keccak256OfParts } from '../../domain/crypto/keccak.js';
import type { BlockContext } from './block-context.js';
import { type StateSource, UNKNOWN, type Unknown } from './state-source.js';
import type { ViewExecutor } from './view-executor.js';
import type { RunFootprint, UndecidedReason, ViewResult } from './view-result.js';

const SELECTOR_BYTES = 4;
const ATTEMPTS = 256;

/** To which code a contract delegates the calls that it does not dispatch itself. It is good as a view result is. */
export interface DelegationResult {
  /** Absent if there is none, or undecided. */
  readonly target?: Address;
  /** Of both calls. */
  readonly runs: readonly RunFootprint[];
  /** Present if undecided. */
  readonly reason?: UndecidedReason;
}

/**
 * The observed delegation of a contract: calls with selectors that its code does not contain, and the one account to which
 * its own frame passes the whole call data by DELEGATECALL. It is observed, not proven: a
 * contract can recognise these inputs and do otherwise with others.
 */
export async function delegation(
  executor: ViewExecutor,
  address: Address,
  block: BlockContext,
  source: StateSource,
): Promise<DelegationResult> {
  const code = source.code(address);
  if (code === UNKNOWN) return { runs: [], reason: { kind: 'missing', what: 'code', address } };
  const runs: ViewResult[] = [];
  for (const data of undispatchedCalls(address, code)) {
    const run = await executor.view(address, data, block, source);
    runs.push(run);
    if (run.reason !== undefined) return { runs, reason: run.reason };
  }
  // Both calls have to agree. Where an unset pointer leads, there is no code.
  const [target, other] = runs.map((run) => targetOf(run, address));
  const isOne = target !== undefined && target === other && !isEmpty(source.code(target));
  return isOne ? { target, runs } : { runs };
}

/** The one account that a run delegates its whole input to from its first frame. */
function targetOf({ calls }: ViewResult, address: Address): Address | undefined {
  const targets = new Set(
    calls
      .filter(
        ({ type, depth, from, forwardsInput }) =>
          type === 'delegatecall' && depth === 0 && from === address && forwardsInput,
      )
      .map(({ to }) => to),
  );
  return targets.size === 1 ? [...targets][0] : undefined;
}

/**
 * Two inputs whose selectors look random, differ by address, and do not occur in the code: one without arguments, one
 * with arguments as random.
 */
function undispatchedCalls(address: Address, code: Uint8Array): Uint8Array[] {
  const text = Buffer.from(code.buffer, code.byteOffset, code.length);
  const hashes: Buffer[] = [];
  for (let attempt = 0; attempt < ATTEMPTS && hashes.length < 2; attempt++) {
    const hash = keccak256OfParts(Buffer.from(address), Buffer.from([attempt]));
    if (!text.includes(hash.subarray(0, SELECTOR_BYTES))) hashes.push(hash);
  }
  const [plain, random] = hashes;
  if (plain === undefined || random === undefined) return [];
  return [plain.subarray(0, SELECTOR_BYTES), Buffer.concat([random, random])];
}

function isEmpty(code: Uint8Array | Unknown): boolean {
  return code.length === 0;
}
