import { bytes, hexOf, keccak, quantity, type Rlpable, rlp } from './bytes.js';
import { type Signer, sign } from './key-ring.js';

export interface AccessEntry {
  readonly address: string;
  readonly storageKeys: readonly string[];
}

/** An EIP-7702 authorization in JSON-RPC. */
export interface SimAuthorization {
  readonly chainId: string;
  readonly address: string;
  readonly nonce: string;
  readonly yParity: string;
  readonly r: string;
  readonly s: string;
}

/** The fields of a transaction that its sender chooses; amounts in wei. */
export interface Draft {
  readonly type: 0 | 1 | 2 | 3 | 4;
  readonly nonce: number;
  readonly gas: number;
  readonly to?: string;
  readonly value: bigint;
  readonly input: string;
  /** The gas price for types 0 and 1, otherwise the largest price. */
  readonly maxFee: bigint;
  /** Types 2 to 4. */
  readonly maxTip: bigint;
  readonly accessList: readonly AccessEntry[];
  readonly blobHashes: readonly string[];
  readonly maxBlobFee: bigint;
  readonly authorizations: readonly SimAuthorization[];
  /** For type 0: whether it is signed with the chain id (EIP-155). */
  readonly replayProtected: boolean;
}

export interface SignedTransaction {
  /** EIP-2718 bytes. */
  readonly raw: Uint8Array;
  /** JSON-RPC fields that do not depend on the block. */
  readonly json: Readonly<Record<string, unknown>> & { readonly hash: string; readonly from: string };
}

function payload(draft: Draft, chainId: number): Rlpable[] {
  const destination = draft.to ?? '0x';
  const { type, nonce, gas, value, input, maxFee, maxTip } = draft;
  if (type === 0) return [nonce, maxFee, gas, destination, value, input];
  const access = draft.accessList.map(({ address, storageKeys }) => [address, storageKeys]);
  if (type === 1) return [chainId, nonce, maxFee, gas, destination, value, input, access];
  const dynamic = [chainId, nonce, maxTip, maxFee, gas, destination, value, input, access];
  if (type === 2) return dynamic;
  if (type === 3) return [...dynamic, draft.maxBlobFee, draft.blobHashes];
  const grants = draft.authorizations.map((grant) => [
    BigInt(grant.chainId),
    grant.address,
    BigInt(grant.nonce),
    BigInt(grant.yParity),
    BigInt(grant.r),
    BigInt(grant.s),
  ]);
  return [...dynamic, grants];
}

/** Signs a draft. @returns its canonical bytes and its JSON-RPC form */
export function signTransaction(draft: Draft, signer: Signer, chainId: number): SignedTransaction {
  const fields = payload(draft, chainId);
  const seal = (items: readonly Rlpable[]): Uint8Array =>
    draft.type === 0 ? rlp(items) : Buffer.concat([Buffer.from([draft.type]), rlp(items)]);
  const toSign = draft.type === 0 && draft.replayProtected ? [...fields, chainId, 0, 0] : fields;
  const { yParity, r, s } = sign(signer, keccak(seal(toSign)));
  const v = draft.type !== 0 ? yParity : draft.replayProtected ? chainId * 2 + 35 + yParity : 27 + yParity;
  const raw = seal([...fields, v, r, s]);
  const parity = draft.type === 0 ? {} : { yParity: quantity(yParity) };
  const signature = { v: quantity(v), ...parity, r: quantity(r), s: quantity(s) };
  return {
    raw,
    json: { ...describe(draft, chainId), ...signature, hash: keccak(raw), from: signer.address },
  };
}

function describe(draft: Draft, chainId: number): Record<string, unknown> {
  const typed = draft.type !== 0;
  return {
    type: quantity(draft.type),
    nonce: quantity(draft.nonce),
    gas: quantity(draft.gas),
    to: draft.to ?? null,
    value: quantity(draft.value),
    input: draft.input,
    ...(draft.type < 2
      ? { gasPrice: quantity(draft.maxFee) }
      : { maxFeePerGas: quantity(draft.maxFee), maxPriorityFeePerGas: quantity(draft.maxTip) }),
    ...(typed && { accessList: draft.accessList }),
    ...((typed || draft.replayProtected) && { chainId: quantity(chainId) }),
    ...(draft.type === 3 && {
      maxFeePerBlobGas: quantity(draft.maxBlobFee),
      blobVersionedHashes: draft.blobHashes,
    }),
    ...(draft.type === 4 && { authorizationList: draft.authorizations }),
  };
}

/** The signer of each authorization; forged ones have no entry. */
export const grantors = new WeakMap<SimAuthorization, Signer>();

/** Authorizes the code of `delegate` for the account of `signer`. */
export function authorize(
  signer: Signer,
  chainId: number,
  delegate: string,
  nonce: number,
): SimAuthorization {
  const hash = keccak(Buffer.concat([Buffer.from([5]), rlp([chainId, delegate, nonce])]));
  const { yParity, r, s } = sign(signer, hash);
  const numbers = { chainId: quantity(chainId), nonce: quantity(nonce), yParity: quantity(yParity) };
  const grant = { ...numbers, address: delegate, r: quantity(r), s: quantity(s) };
  grantors.set(grant, signer);
  return grant;
}

/** A versioned hash without a blob. */
export const blobHash = (random32: string): string =>
  hexOf(Buffer.concat([Buffer.from([1]), bytes(random32).subarray(1)]));
