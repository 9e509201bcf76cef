import { fromHex, parseBytes } from '../../domain/chain/codec/hex.js';
import { type Account, EMPTY_CODE_HASH } from '../../domain/chain/trie/account.js';
import { ProofRefused, provenAccount, provenWord } from '../../domain/chain/trie/state-proof.js';
import { keccak256 } from '../../domain/crypto/keccak.js';
import type { JsonRpcEndpoint } from '../rpc/json-rpc-endpoint.js';
import { MalformedAnswer } from '../rpc/node-errors.js';
import { type AnchoredStateRead, isProvable, slotRead } from './anchored-state-read.js';
import { MAX_CODE, type StateReadOutcome, UNAVAILABLE } from './state-read-outcome.js';

interface RpcProof {
  readonly accountProof?: unknown;
  readonly storageProof?: unknown;
}

/** One account at the end of one block, with the questions about it by their places. */
interface AskedAccount {
  readonly address: string;
  readonly blockHash: string;
  readonly stateRoot: Buffer;
  readonly slots: string[];
  readonly places: number[];
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
        params: [address, slots, { blockHash }],
      })),
      timeoutMs,
    );
    const coded: Coded[] = [];
    for (const [index, one] of asked.entries()) {
      const given = proofs[index]!;
      // It may have the state without the means to prove it.
      if ('error' in given) continue;
      const account = tried(one, () => takeAccount(one, given.result, reads, answers));
      if (account instanceof Error) for (const at of one.places) answers[at] = account;
      else if (account.codeHash.equals(EMPTY_CODE_HASH))
        for (const at of codePlaces(one, reads)) answers[at] = proven(NOTHING);
      else for (const at of codePlaces(one, reads)) coded.push({ account, one, at });
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
    if (!isProvable(read)) return;
    const { address, blockHash, what, stateRoot } = read;
    const name = `${blockHash} ${address}`;
    const one = found.get(name) ?? {
      address,
      blockHash,
      stateRoot: fromHex(stateRoot),
      slots: [],
      places: [],
    };
    found.set(name, one);
    one.places.push(at);
    const slot = slotRead(what);
    if (slot !== undefined && !one.slots.includes(slot)) one.slots.push(slot);
  });
  return [...found.values()];
}

/** The account as it is proven; the slots that were asked for are among the answers then. */
function takeAccount(
  { address, stateRoot, slots, places }: AskedAccount,
  result: unknown,
  reads: readonly AnchoredStateRead[],
  answers: (StateReadOutcome | Error)[],
): Account {
  if (typeof result !== 'object' || result === null) throw new ProofRefused('it lacks trie nodes');
  const { accountProof, storageProof } = result as RpcProof;
  const account = provenAccount(stateRoot, fromHex(address), nodesOf(accountProof));
  const given = Array.isArray(storageProof) ? (storageProof as { readonly proof?: unknown }[]) : [];
  const words = new Map(
    slots.map((slot, index) => {
      if (given[index] === undefined) throw new ProofRefused('it lacks a slot that was asked for');
      return [slot, provenWord(account.storageRoot, fromHex(slot), nodesOf(given[index]?.proof))];
    }),
  );
  for (const at of places) {
    const word = words.get(slotRead(reads[at]!.what) ?? '');
    if (word !== undefined) answers[at] = proven(word);
  }
  return account;
}

function codePlaces({ places }: AskedAccount, reads: readonly AnchoredStateRead[]): number[] {
  return places.filter((at) => slotRead(reads[at]!.what) === undefined);
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
