import { bytes } from './bytes.js';
import type { Era } from './era.js';
import { type Busyness } from './execution.js';
import { inventCode, inventInput } from './invention.js';
import type { Signer } from './key-ring.js';
import type { Prng } from './prng.js';
import { authorize, blobHash, type Draft, type SimAuthorization } from './signed-transaction.js';
import type { WorldState } from './world-state.js';

/** How eventful the blocks of a simulated chain are. */
export interface Liveliness {
  /** Fewest and most transactions of a block. */
  readonly transactions: readonly [number, number];
  /** Share of transactions whose type is drawn evenly from all types of the era; the others have types 0 and 2. */
  readonly rareTypes: number;
  /** Share of transactions that deploy a contract. */
  readonly creations: number;
  /** Share of transactions that only move ether. */
  readonly transfers: number;
  readonly calls: Busyness;
}

export interface DraftContext {
  readonly era: Era;
  readonly state: WorldState;
  readonly signers: readonly Signer[];
  readonly chainId: number;
  readonly baseFee: bigint;
  readonly blobsLeft: number;
  readonly liveliness: Liveliness;
}

const GWEI = 1_000_000_000n;

/** Draws the next transaction of `sender`. */
export function inventDraft(random: Prng, sender: Signer, context: DraftContext): Draft {
  const { era, state, liveliness, baseFee } = context;
  const plain = era.baseFee && random.chance(0.8) ? 2 : 0;
  let type: Draft['type'] = random.chance(liveliness.rareTypes) ? random.pick(era.transactionTypes) : plain;
  if (type === 3 && context.blobsLeft === 0) type = 2;
  const nonce = state.get(sender.address)?.nonce ?? 0;
  const roll = random.next() / 0x1_0000_0000;
  const mayCreate = type !== 3 && type !== 4;
  const creates = mayCreate && roll < liveliness.creations;
  const transfers = !creates && roll < liveliness.creations + liveliness.transfers;
  const tip = BigInt(random.between(0, 3)) * GWEI;
  const blobs = type === 3 ? random.between(1, Math.min(context.blobsLeft, 6)) : 0;
  const body: Draft = {
    type,
    nonce,
    gas: 0,
    value: random.chance(0.5) ? BigInt(random.next()) * GWEI : 0n,
    input: creates ? inventCode(random, liveliness.calls.code, []) : transfers ? '0x' : inventInput(random),
    maxFee: baseFee + (type < 2 ? tip + 1n : (baseFee * BigInt(random.between(0, 2))) / 2n + tip),
    maxTip: tip,
    accessList: type > 0 && random.chance(0.3) ? inventAccessList(random, state) : [],
    blobHashes: Array.from({ length: blobs }, () => blobHash(random.hex(32))),
    maxBlobFee: blobs > 0 ? 1_000n * GWEI : 0n,
    authorizations: type === 4 ? inventAuthorizations(random, sender, context) : [],
    replayProtected: random.chance(0.8),
    ...(creates ? {} : { to: transfers ? inventReceiver(random, context) : random.pick(state.contracts) }),
  };
  const spare = transfers ? random.pick([0, 0, 50_000]) : random.between(20_000, 500_000);
  return { ...body, gas: intrinsicGas(body) + spare };
}

/** Gas that a transaction costs before its root frame. */
export function intrinsicGas(draft: Draft): number {
  let gas = 21_000 + 25_000 * draft.authorizations.length;
  for (const byte of bytes(draft.input)) gas += byte === 0 ? 4 : 16;
  if (draft.to === undefined) gas += 32_000 + 2 * Math.ceil((draft.input.length - 2) / 64);
  for (const entry of draft.accessList) gas += 2_400 + 1_900 * entry.storageKeys.length;
  return gas;
}

const inventReceiver = (random: Prng, context: DraftContext): string =>
  random.chance(0.4) ? random.hex(20) : random.pick(context.signers).address;

const inventAccessList = (random: Prng, state: WorldState) =>
  Array.from({ length: random.between(1, 3) }, () => ({
    address: random.pick(state.contracts),
    storageKeys: Array.from({ length: random.between(0, 3) }, () => random.hex(32)),
  }));

/** One or two authorizations: mostly valid, some with a stale nonce, for another chain, or without a signer. */
function inventAuthorizations(random: Prng, sender: Signer, context: DraftContext): SimAuthorization[] {
  return Array.from({ length: random.between(1, 2) }, () => {
    const authority = random.pick(context.signers);
    const own = authority === sender ? 1 : 0;
    const nonce = (context.state.get(authority.address)?.nonce ?? 0) + own + (random.chance(0.2) ? 1 : 0);
    const chainId = random.pick([context.chainId, context.chainId, 0, 5]);
    const delegate = random.chance(0.25) ? `0x${'0'.repeat(40)}` : random.pick(context.state.contracts);
    const grant = authorize(authority, chainId, delegate, nonce);
    return random.chance(0.1) ? { ...grant, r: '0x0' } : grant;
  });
}
