import { type DraftContext, intrinsicGas } from './draft.js';
import type { Draft, SimAuthorization } from './signed-transaction.js';
import { callsOf, isCreation, type SimFrame } from './sim-frame.js';
import { execute, type Play, type Prices, type RunTransaction } from './transaction-run.js';
import type { WorldState } from './world-state.js';

/** A transaction of a scripted block, instead of one drawn from the seed. */
export interface ScriptedTransaction {
  /** Which of the chain's signers sends it. */
  readonly sender?: number;
  /** Left out: it creates a contract. */
  readonly to?: string;
  readonly input?: string;
  readonly value?: bigint;
  /** EIP-7702; made when the transactions before have run, as they carry nonces. */
  readonly authorize?: (nonceOf: (address: string) => number) => readonly SimAuthorization[];
  readonly play?: Play;
}

const TIP = 1_000_000_000n;
const SPARE_GAS = 100_000;

/** Signs a scripted transaction and executes it on the state. */
export function runScript(
  { sender = 0, to, input = '0x', value = 0n, authorize, play = () => undefined }: ScriptedTransaction,
  context: Pick<DraftContext, 'era' | 'state' | 'signers' | 'chainId'>,
  prices: Prices,
): RunTransaction {
  const { era, state, signers } = context;
  const signer = signers[sender]!;
  const nonceOf = (address: string): number => state.get(address)?.nonce ?? 0;
  const nonce = nonceOf(signer.address);
  // The sender's own nonce has risen before the authorizations are looked at.
  const authorizations =
    authorize?.((address) => nonceOf(address) + (address === signer.address ? 1 : 0)) ?? [];
  const plain = era.baseFee ? 2 : 0;
  const draft: Draft = {
    type: authorizations.length > 0 ? 4 : plain,
    nonce,
    gas: 0,
    value,
    input,
    maxFee: prices.baseFee + TIP,
    maxTip: TIP,
    accessList: [],
    blobHashes: [],
    maxBlobFee: 0n,
    authorizations,
    replayProtected: true,
    ...(to !== undefined && { to }),
  };
  const gas = intrinsicGas(draft) + SPARE_GAS;
  return execute({ ...draft, gas }, signer, context, prices, (root, played) => {
    play(root, played);
    follow(root, true, played);
  });
}

/** State effects of frames, whatever runs in them: ether moves, and creations count. Code, storage and ends are the script's. */
function follow(frame: SimFrame, isRoot: boolean, state: WorldState): void {
  if (frame.failure) return;
  const { type, from, to, value } = frame;
  if (!isRoot && isCreation(frame)) state.setNonce(from, (state.get(from)?.nonce ?? 0) + 1);
  if (value > 0n && (type === 'CALL' || type === 'SELFDESTRUCT' || isCreation(frame))) {
    state.addBalance(from, -value);
    state.addBalance(to, value);
  }
  for (const call of callsOf(frame)) follow(call, false, state);
}
