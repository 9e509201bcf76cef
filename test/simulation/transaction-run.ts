import { createAddress } from './bytes.js';
import { type DraftContext, intrinsicGas, inventDraft } from './draft.js';
import { Execution } from './execution.js';
import type { Signer } from './key-ring.js';
import type { Prng } from './prng.js';
import { type Draft, grantors, type SignedTransaction, signTransaction } from './signed-transaction.js';
import { logsOf, type SimFrame, type SimLog } from './sim-frame.js';
import type { Account, Before, WorldState } from './world-state.js';

/** The changes of a transaction to one account; `after` is absent if the account was removed. */
export interface AccountDiff {
  readonly address: string;
  readonly before: Before;
  readonly after?: Omit<Account, 'storage'> & { readonly slots: ReadonlyMap<string, string> };
}

/** An executed transaction. */
export interface RunTransaction {
  readonly draft: Draft;
  readonly signed: SignedTransaction;
  readonly root: SimFrame;
  /** Gas that the root frame did not get. */
  readonly intrinsic: number;
  readonly gasUsed: number;
  readonly price: bigint;
  readonly logs: readonly SimLog[];
  readonly diff: readonly AccountDiff[];
  /** Accounts whose authorization was valid, even if it changed nothing. */
  readonly granted: readonly string[];
  readonly contractAddress?: string;
}

export interface Prices {
  readonly baseFee: bigint;
  readonly blobFee: bigint;
  readonly feeRecipient: string;
}

const GAS_PER_BLOB = 131_072n;

/** The content of a transaction: fills in its root frame, and changes the state accordingly. */
export type Play = (root: SimFrame, state: WorldState) => void;

/** Invents, signs and executes one transaction on the state. */
export function runTransaction(random: Prng, context: DraftContext, prices: Prices): RunTransaction {
  const sender = random.pick(context.signers);
  const draft = inventDraft(random, sender, context);
  const spared = new Set(context.signers.map((signer) => signer.address));
  const rules = { destructionKeepsCode: context.era.destructionKeepsCode, spared };
  return execute(draft, sender, context, prices, (root, state) =>
    new Execution(state, random, context.liveliness.calls, rules).run(root),
  );
}

/** Signs a transaction, and executes it on the state by playing its frames. */
export function execute(
  draft: Draft,
  sender: Signer,
  context: Pick<DraftContext, 'state' | 'chainId'>,
  prices: Prices,
  play: Play,
): RunTransaction {
  const { state } = context;
  const signed = signTransaction(draft, sender, context.chainId);
  const room = draft.maxFee - prices.baseFee;
  const tip = draft.type < 2 || room < draft.maxTip ? room : draft.maxTip;
  const price = prices.baseFee + tip;
  state.beginTransaction();
  state.setNonce(sender.address, draft.nonce + 1);
  const granted = applyGrants(draft, context);
  const contractAddress = draft.to === undefined ? createAddress(sender.address, draft.nonce) : undefined;
  const intrinsic = intrinsicGas(draft);
  const root: SimFrame = {
    type: draft.to === undefined ? 'CREATE' : 'CALL',
    from: sender.address,
    to: draft.to ?? contractAddress!,
    value: draft.value,
    gas: draft.gas - intrinsic,
    gasUsed: 0,
    input: draft.input,
    output: '0x',
    events: [],
  };
  play(root, state);
  const gasUsed = intrinsic + root.gasUsed;
  const blobFees = BigInt(draft.blobHashes.length) * GAS_PER_BLOB * prices.blobFee;
  state.addBalance(sender.address, -(BigInt(gasUsed) * price + blobFees));
  if (tip > 0n) state.addBalance(prices.feeRecipient, BigInt(gasUsed) * tip);
  const result = {
    draft,
    signed,
    root,
    intrinsic,
    gasUsed,
    price,
    logs: logsOf(root),
    diff: takeDiff(state),
    granted,
  };
  return contractAddress === undefined ? result : { ...result, contractAddress };
}

/** EIP-7702: valid authorizations stay even if the transaction reverts; others are skipped. @returns the accounts of valid ones */
function applyGrants(draft: Draft, { state, chainId }: Pick<DraftContext, 'state' | 'chainId'>): string[] {
  const granted: string[] = [];
  for (const grant of draft.authorizations) {
    const authority = grantors.get(grant);
    if (!authority || (BigInt(grant.chainId) !== 0n && Number(grant.chainId) !== chainId)) continue;
    if (Number(grant.nonce) !== (state.get(authority.address)?.nonce ?? 0)) continue;
    state.setNonce(authority.address, Number(grant.nonce) + 1);
    state.setCode(
      authority.address,
      BigInt(grant.address) === 0n ? '0x' : `0xef0100${grant.address.slice(2)}`,
    );
    granted.push(authority.address);
  }
  return granted;
}

function takeDiff(state: WorldState): AccountDiff[] {
  const diff: AccountDiff[] = [];
  for (const [address, before] of state.touched) {
    const account = state.get(address);
    if (!account) {
      if (before.existed) diff.push({ address, before });
      continue;
    }
    const { balance, nonce, code } = account;
    const slots = new Map([...before.slots.keys()].map((slot) => [slot, state.slot(address, slot)]));
    const same = balance === before.balance && nonce === before.nonce && code === before.code;
    const rewritten = [...slots].some(([slot, value]) => value !== before.slots.get(slot));
    if (!same || rewritten) diff.push({ address, before, after: { balance, nonce, code, slots } });
  }
  return diff;
}
