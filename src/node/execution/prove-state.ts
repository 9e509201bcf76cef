import { fromHex, parseBytes } from '../../domain/chain/codec/hex.js';
import type { Address, Hash } from '../../domain/chain/hex.js';
import { type Account, EMPTY_CODE_HASH } from '../../domain/chain/trie/account.js';
import { ProofRefused, provenAccount, provenWord } from '../../domain/chain/trie/state-proof.js';
import { bytesToBigInt, wordOf } from '../../domain/chain/word.js';
import { keccak256 } from '../../domain/crypto/keccak.js';
import { parseStateRead } from '../../domain/event/state-read.js';
import type { JsonRpcEndpoint } from '../rpc/json-rpc-endpoint.js';
import { MalformedAnswer } from '../rpc/node-errors.js';
import type { AnchoredStateRead } from './anchored-state-read.js';
import { MAX_CODE, type StateReadOutcome, UNAVAILABLE } from './state-read-outcome.js';

/** The trie nodes prove every other field; a field that is stated besides must agree. */
interface RpcProof {
  readonly accountProof?: unknown;
  readonly storageProof?: unknown;
  readonly address?: unknown;
  readonly balance?: unknown;
  readonly nonce?: unknown;
  readonly codeHash?: unknown;
  readonly storageHash?: unknown;
}

interface RpcSlotProof {
  readonly key?: unknown;
  readonly value?: unknown;
  readonly proof?: unknown;
}

/** One account at the end of one block, with the indexes of the reads that ask for it. */
interface AskedAccount {
  readonly address: Address;
  readonly blockHash: Hash;
  readonly stateRoot: Buffer;
  /** Indexes of reads of each slot, by slot in `0x` hex. */
  readonly slots: Map<string, number[]>;
  /** Places of reads of the code, the balance and the nonce. */
  readonly codes: number[];
  readonly balances: number[];
  readonly nonces: number[];
}

/** An account with the trie nodes that prove it. */
interface ProvenAccount {
  readonly account: Account;
  readonly nodes: readonly Buffer[];
}

/** A read of the code of an account that has code. */
interface Coded {
  readonly proof: ProvenAccount;
  readonly one: AskedAccount;
  readonly at: number;
}

const NOTHING = Buffer.alloc(0);

/**
 * Reads code, slots, balances and nonces with proofs and verifies them against the state roots. TRUST: none
 * in the node. One batch reads the accounts, another the codes of those that have any.
 *
 * @param reads other reads than calls
 * @returns in order: `unavailable` where the node gives no proof; an error where a proof does not fit, or
 * nothing can be read
 */
export async function proveState(
  endpoint: JsonRpcEndpoint,
  reads: readonly AnchoredStateRead[],
  timeoutMs: number,
): Promise<(StateReadOutcome | Error)[]> {
  const asked = accountsAsked(reads);
  const answers: (StateReadOutcome | Error)[] = reads.map(() => UNAVAILABLE);
  try {
    const proofs = await endpoint.batch(
      asked.map(({ address, slots, blockHash }) => ({
        method: 'eth_getProof',
        params: [address, [...slots.keys()], { blockHash }],
      })),
      timeoutMs,
    );
    const coded: Coded[] = [];
    for (const [index, one] of asked.entries()) {
      const given = proofs[index]!;
      // The node may have the state but no proof of it.
      if ('error' in given) continue;
      const proof = tried(one, () => takeAccount(one, given.result, answers));
      if (proof instanceof Error) for (const at of placesOf(one)) answers[at] = proof;
      else if (proof.account.codeHash.equals(EMPTY_CODE_HASH))
        for (const at of one.codes) answers[at] = proven(NOTHING, proof.nodes);
      else for (const at of one.codes) coded.push({ proof, one, at });
    }
    const codes = await endpoint.batch(
      coded.map(({ one: { address, blockHash } }) => ({
        method: 'eth_getCode',
        params: [address, { blockHash }],
      })),
      timeoutMs,
    );
    coded.forEach(({ proof, one, at }, index) => {
      const given = codes[index]!;
      answers[at] = 'error' in given ? given.error : tried(one, () => provenCode(proof, given.result));
    });
    return answers;
  } catch (error) {
    return answers.map((answer) => (answer === UNAVAILABLE ? (error as Error) : answer));
  }
}

function accountsAsked(reads: readonly AnchoredStateRead[]): AskedAccount[] {
  const found = new Map<string, AskedAccount>();
  reads.forEach((read, at) => {
    const { address, blockHash, stateRoot } = read;
    const asked = parseStateRead(read.what);
    if (asked.kind === 'call') return;
    const name = `${blockHash} ${address}`;
    const one: AskedAccount = found.get(name) ?? {
      address,
      blockHash,
      stateRoot: fromHex(stateRoot),
      slots: new Map(),
      codes: [],
      balances: [],
      nonces: [],
    };
    found.set(name, one);
    if (asked.kind === 'code') one.codes.push(at);
    else if (asked.kind === 'balance') one.balances.push(at);
    else if (asked.kind === 'nonce') one.nonces.push(at);
    else one.slots.set(asked.slot, [...(one.slots.get(asked.slot) ?? []), at]);
  });
  return [...found.values()];
}

function placesOf({ codes, balances, nonces, slots }: AskedAccount): number[] {
  return [codes, balances, nonces, ...slots.values()].flat();
}

/** Verifies the account and stores the answers to all its reads but those of its code. */
function takeAccount(
  { address, stateRoot, slots, balances, nonces }: AskedAccount,
  result: unknown,
  answers: (StateReadOutcome | Error)[],
): ProvenAccount {
  if (typeof result !== 'object' || result === null) throw new ProofRefused('it lacks trie nodes');
  const stated = result as RpcProof;
  const nodes = nodesOf(stated.accountProof);
  const account = provenAccount(stateRoot, fromHex(address), nodes);
  requireAgreement('address', stated.address, BigInt(address));
  requireAgreement('balance', stated.balance, account.balance);
  requireAgreement('nonce', stated.nonce, account.nonce);
  // For an account that does not exist, nodes state different hashes.
  if (account.nonce > 0n || account.balance > 0n || !account.codeHash.equals(EMPTY_CODE_HASH)) {
    requireAgreement('codeHash', stated.codeHash, bytesToBigInt(account.codeHash));
    requireAgreement('storageHash', stated.storageHash, bytesToBigInt(account.storageRoot));
  }
  const { storageProof } = stated;
  const given = Array.isArray(storageProof) ? (storageProof as (RpcSlotProof | null)[]) : [];
  if (given.length > slots.size) throw new ProofRefused('it has a slot that was not asked for');
  const words = [...slots].map(([slot, places], index) => {
    const one = given[index];
    if (!one) throw new ProofRefused('it lacks a slot that was asked for');
    requireAgreement('slot', one.key, BigInt(slot));
    const below = nodesOf(one.proof);
    const word = provenWord(account.storageRoot, fromHex(slot), below);
    requireAgreement(`slot ${slot}`, one.value, bytesToBigInt(word));
    return { places, answer: proven(word, [...nodes, ...below]) };
  });
  for (const { places, answer } of words) for (const at of places) answers[at] = answer;
  for (const at of balances) answers[at] = proven(wordOf(account.balance), nodes);
  for (const at of nonces) answers[at] = proven(wordOf(account.nonce), nodes);
  return { account, nodes };
}

/** @param stated undefined where the node does not state the field */
function requireAgreement(field: string, stated: unknown, proven: bigint): void {
  if (stated === undefined) return;
  if (
    typeof stated !== 'string' ||
    !/^0x[0-9a-fA-F]{0,64}$/.test(stated) ||
    BigInt(`0x0${stated.slice(2)}`) !== proven
  )
    throw new ProofRefused(`the ${field} that is stated is not the proven one`);
}

function provenCode({ account: { codeHash }, nodes }: ProvenAccount, result: unknown): StateReadOutcome {
  const output = parseBytes(result, 'code');
  if (output.length > MAX_CODE) throw new MalformedAnswer('a code of impossible length');
  if (!keccak256(output).equals(codeHash)) throw new ProofRefused('the code is not that of the account');
  return proven(output, nodes);
}

function proven(output: Buffer, nodes: readonly Buffer[]): StateReadOutcome {
  return { outcome: 'answered', output, isProven: true, nodes };
}

function nodesOf(nodes: unknown): Buffer[] {
  if (!Array.isArray(nodes)) throw new ProofRefused('it lacks trie nodes');
  return nodes.map((node) => parseBytes(node, 'trie node'));
}

/** A node may answer anything. Malformed answers become errors that name the account. */
function tried<Made>({ address, blockHash }: AskedAccount, make: () => Made): Made | Error {
  try {
    return make();
  } catch (error) {
    return new ProofRefused(
      `state of ${address} at the end of block ${blockHash}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
