import { fromHex, parseBytes } from '../../domain/chain/codec/hex.js';
import type { Address, Hash } from '../../domain/chain/hex.js';
import { type Account, EMPTY_CODE_HASH } from '../../domain/chain/trie/account.js';
import { ProofRefused, provenAccount, provenWord } from '../../domain/chain/trie/state-proof.js';
import { keccak256 } from '../../domain/crypto/keccak.js';
import { parseStateRead } from '../../domain/event/state-read.js';
import type { JsonRpcEndpoint } from '../rpc/json-rpc-endpoint.js';
import { MalformedAnswer } from '../rpc/node-errors.js';
import type { AnchoredStateRead } from './anchored-state-read.js';
import { MAX_CODE, type StateReadOutcome, UNAVAILABLE } from './state-read-outcome.js';

interface RpcProof {
  readonly accountProof?: unknown;
  readonly storageProof?: unknown;
}

/** One account at the end of one block, with the places of the reads of it. */
interface AskedAccount {
  readonly address: Address;
  readonly blockHash: Hash;
  readonly stateRoot: Buffer;
  /** Places by slot, `0x` hex. */
  readonly slots: Map<string, number[]>;
  /** Places of reads of the code. */
  readonly codes: number[];
}

/** A question about the code of an account that has some. */
interface Coded {
  readonly account: Account;
  readonly one: AskedAccount;
  readonly at: number;
}

const NOTHING = Buffer.alloc(0);

/**
 * Reads code and slots with proofs and verifies them against the state roots: the results need no trust in the node. One batch for the
 * accounts, and one for the codes of those that have any.
 *
 * @param reads of code or slots
 * @returns in order: `unavailable` where the node gives no proof; an error where a proof does not fit, or nothing can be read
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
      // It may have the state without the means to prove it.
      if ('error' in given) continue;
      const account = tried(one, () => takeAccount(one, given.result, answers));
      if (account instanceof Error)
        for (const at of [...one.codes, ...one.slots.values()].flat()) answers[at] = account;
      else if (account.codeHash.equals(EMPTY_CODE_HASH))
        for (const at of one.codes) answers[at] = proven(NOTHING);
      else for (const at of one.codes) coded.push({ account, one, at });
    }
    const codes = await endpoint.batch(
      coded.map(({ one: { address, blockHash } }) => ({
        method: 'eth_getCode',
        params: [address, { blockHash }],
      })),
      timeoutMs,
    );
    coded.forEach(({ account, one, at }, index) => {
      const given = codes[index]!;
      answers[at] = 'error' in given ? given.error : tried(one, () => provenCode(account, given.result));
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
    };
    found.set(name, one);
    if (asked.kind === 'code') one.codes.push(at);
    else one.slots.set(asked.slot, [...(one.slots.get(asked.slot) ?? []), at]);
  });
  return [...found.values()];
}

/** The account as it is proven; the slots that were asked for are among the answers then. */
function takeAccount(
  { address, stateRoot, slots }: AskedAccount,
  result: unknown,
  answers: (StateReadOutcome | Error)[],
): Account {
  if (typeof result !== 'object' || result === null) throw new ProofRefused('it lacks trie nodes');
  const { accountProof, storageProof } = result as RpcProof;
  const account = provenAccount(stateRoot, fromHex(address), nodesOf(accountProof));
  const given = Array.isArray(storageProof) ? (storageProof as { readonly proof?: unknown }[]) : [];
  const words = [...slots].map(([slot, places], index) => {
    if (given[index] === undefined) throw new ProofRefused('it lacks a slot that was asked for');
    return { places, word: provenWord(account.storageRoot, fromHex(slot), nodesOf(given[index].proof)) };
  });
  for (const { places, word } of words) for (const at of places) answers[at] = proven(word);
  return account;
}

function provenCode({ codeHash }: Account, result: unknown): StateReadOutcome {
  const output = parseBytes(result, 'code');
  if (output.length > MAX_CODE) throw new MalformedAnswer('a code of impossible length');
  if (!keccak256(output).equals(codeHash)) throw new ProofRefused('the code is not that of the account');
  return proven(output);
}

function proven(output: Buffer): StateReadOutcome {
  return { outcome: 'answered', output, isProven: true };
}

function nodesOf(nodes: unknown): Buffer[] {
  if (!Array.isArray(nodes)) throw new ProofRefused('it lacks trie nodes');
  return nodes.map((node) => parseBytes(node, 'trie node'));
}

/** A node may answer anything: malformed answers are refused, with the account they are about. */
function tried<Made>({ address, blockHash }: AskedAccount, make: () => Made): Made | Error {
  try {
    return make();
  } catch (error) {
    return new ProofRefused(
      `state of ${address} at the end of block ${blockHash}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
