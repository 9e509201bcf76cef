import { bundledResult, bundledWitness } from '../../src/bundle/make-call-bundle.js';
import { decodeHeader, encodeHeader } from '../../src/domain/chain/codec/header-rlp.js';
import { fromHex, toHex } from '../../src/domain/chain/codec/hex.js';
import type { Address, Hash, Hex } from '../../src/domain/chain/hex.js';
import { parseRef } from '../../src/domain/chain/record/evidence-ref.js';
import { keccak256 } from '../../src/domain/crypto/keccak.js';
import { gatherWitness } from '../../src/state/witness/gather-witness.js';
import { witnessedCallOf } from '../../src/state/witness/witnessed-call.js';
import type { Bundle } from '../../src/verifier/bundle/bundle.schema.js';
import { published } from '../../src/verifier/published.js';
import { assembled } from '../builder/assembled.js';
import { type MadeAccount, madeStates } from '../builder/made-states.js';

type Results = NonNullable<Bundle['views']>['results'];
type Wanted = readonly (readonly [ref: string, Results[string]])[];

/**
 * Replaces the state below a block of a bundle by a made-up one in which every call returns what the bundle says: contracts, code and
 * trie are made up, and the calls really run on them. Only the header stays true.
 *
 * @returns the header with this state, or undefined if no call of the block was executed
 */
export async function withMadeUpState(bundle: Bundle, hash: Hash): Promise<Hex | undefined> {
  const block = bundle.blocks[hash]!;
  const wanted = Object.entries(bundle.views?.results ?? {}).filter(
    ([ref]) => parseRef(ref)!.blockHash === hash,
  );
  if (wanted.length === 0) return undefined;
  const own = decodeHeader(fromHex(block.header));
  const [made] = await madeStates(own.number, [worldOf(wanted)]);
  const header = { ...own, stateRoot: decodeHeader(fromHex(made!.header)).stateRoot };
  const asked = wanted.map(([ref]) => ref).sort();
  const calls = asked.map((ref) => witnessedCallOf(parseRef(ref)!));
  const views = await gatherWitness(header, calls, published().forks!, {
    proof: async (address, slots) => {
      const { proof, code = '0x', slots: below = {} } = await made!.account(address, slots);
      return { nodes: [...proof, ...Object.values(below).flat()].map(fromHex), codes: [fromHex(code)] };
    },
    header: async () => undefined,
  });
  block.witness = bundledWitness(views);
  for (const [at, ref] of asked.entries()) {
    const result = views.results[at]!;
    if (typeof result !== 'string') bundle.views!.results[ref] = bundledResult(result);
  }
  return toHex(encodeHeader(header));
}

interface WantedCall {
  readonly kind: string;
  /** Call data of a view call, or the selector of calls that are delegated; undefined for any call. */
  readonly data: string | undefined;
  readonly result: Results[string];
}

/** Accounts that answer every call as wanted. */
function worldOf(wanted: Wanted): Record<string, MadeAccount> {
  const calls = new Map<string, WantedCall[]>();
  for (const [ref, result] of wanted) {
    const { kind, rest } = parseRef(ref)!;
    const [address, data] = rest;
    calls.set(address!, [...(calls.get(address!) ?? []), { kind, data, result }]);
  }
  const accounts: Record<string, MadeAccount> = {};
  for (const [address, own] of calls) {
    accounts[address] = { code: toHex(assembled(programOf(own))) };
    for (const { kind, result } of own)
      if (kind === 'delegation')
        accounts[targetOf(result.output)] ??= { code: toHex(assembled('0 0 RETURN')) };
  }
  return accounts;
}

/** A program that compares the hash of the call data with those of the calls; it delegates any other call, if a delegation is wanted. */
function programOf(calls: readonly WantedCall[]): string {
  const answers = calls.flatMap((call, at) => (call.kind === 'view' ? [{ ...call, at }] : []));
  const named = calls.flatMap((call, at) =>
    call.kind === 'delegation' && call.data !== undefined ? [{ ...call, at }] : [],
  );
  const delegated = calls.find(({ kind, data }) => kind === 'delegation' && data === undefined)?.result
    .output;
  return [
    ...named.map(({ at, data }) => `0 CALLDATALOAD 224 SHR ${BigInt(data!)} EQ @named${at} JUMPI`),
    'CALLDATASIZE 0 0 CALLDATACOPY CALLDATASIZE 0 KECCAK256',
    ...answers.map(
      ({ at, data }) => `DUP1 ${BigInt(toHex(keccak256(fromHex(data as Hex))))} EQ @is${at} JUMPI`,
    ),
    delegated === undefined ? '0 0 REVERT' : delegationTo(targetOf(delegated)),
    ...named.map(({ at, result }) => `named${at}: ${delegationTo(targetOf(result.output))}`),
    ...answers.map(({ at, result: { outcome, output } }) => {
      const words = fromHex(output);
      const stores = Array.from({ length: Math.ceil(words.length / 32) }, (_, word) => {
        const bytes = Buffer.concat([words.subarray(word * 32, word * 32 + 32), Buffer.alloc(32)]).subarray(
          0,
          32,
        );
        return `${BigInt(toHex(bytes))} ${word * 32} MSTORE`;
      });
      return `is${at}: ${stores.join(' ')} ${words.length} 0 ${outcome === 'returned' ? 'RETURN' : 'REVERT'}`;
    }),
  ].join(' ');
}

const delegationTo = (target: Address): string =>
  `CALLDATASIZE 0 0 CALLDATACOPY 0 0 CALLDATASIZE 0 ${BigInt(target)} 50000 DELEGATECALL POP
   RETURNDATASIZE 0 0 RETURNDATACOPY RETURNDATASIZE 0 RETURN`;

/** The address in the first word of an observed delegation. */
const targetOf = (output: Hex): Address => `0x${output.slice(26, 66)}`;
