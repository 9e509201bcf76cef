import { type DraftContext, intrinsicGas } from './draft.js';
import type { Draft, SimAuthorization } from './signed-transaction.js';
import { callsOf, isCreation, type SimFrame } from './sim-frame.js';
import { execute, type Play, type Prices, type RunTransaction } from './transaction-run.js';
import type { WorldState } from './world-state.js';

/** A transaction of a scripted block, not drawn from the seed. */
export interface ScriptedTransaction {
  /** Index of the sender among the chain's signers. */
  readonly sender?: number;
  /** Absent if it creates a contract. */
  readonly to?: string;
  readonly input?: string;
  readonly value?: bigint;
  /** EIP-7702 authorizations, made after earlier transactions ran, since they contain nonces. */
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
  // The sender's nonce rises before authorizations are checked.
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

/** Applies what follows from frames alone: ether moves, and creations raise nonces. Code, storage and destructions are up to the script. */
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
