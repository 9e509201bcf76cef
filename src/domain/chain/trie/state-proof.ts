import { keccak256 } from '../../crypto/keccak.js';
import { MalformedField } from '../codec/malformed-field.js';
import { type Account, decodeAccount, decodeWord, EMPTY_CODE_HASH } from './account.js';
import { hashedNodes } from './hashed-nodes.js';
import { EMPTY_TRIE_ROOT } from './ordered-trie-root.js';
import { MissingNode, walkTrie } from './walk-trie.js';

/** The trie nodes do not prove what they were given for. */
export class ProofRefused extends Error {
  override readonly name = 'ProofRefused';
}

const NO_ACCOUNT: Account = {
  nonce: 0n,
  balance: 0n,
  storageRoot: EMPTY_TRIE_ROOT,
  codeHash: EMPTY_CODE_HASH,
};
const WORD_BYTES = 32;

/**
 * The state of an account below a state root; a missing account is empty.
 *
 * @param address 20 bytes
 * @param nodes root first, as `eth_getProof` gives them
 * @throws ProofRefused unless the nodes lead from the root to the account or its absence, and no node is
 * unused
 */
export function provenAccount(stateRoot: Buffer, address: Buffer, nodes: readonly Buffer[]): Account {
  return read('the account proof', () => {
    const value = provenValue(stateRoot, address, nodes, 'the account proof');
    return value === undefined ? NO_ACCOUNT : decodeAccount(value);
  });
}

/**
 * The word that a slot holds below the storage root of an account: 32 bytes.
 *
 * @param slot 32 bytes
 * @throws ProofRefused as `provenAccount`
 */
export function provenWord(storageRoot: Buffer, slot: Buffer, nodes: readonly Buffer[]): Buffer {
  const word = Buffer.alloc(WORD_BYTES);
  // For an empty trie, nodes give no proof node, or the empty one.
  if (storageRoot.equals(EMPTY_TRIE_ROOT)) {
    if (nodes.length > 1 || nodes.some((node) => !keccak256(node).equals(EMPTY_TRIE_ROOT)))
      throw new ProofRefused('the storage proof has nodes, but the account has no storage');
    return word;
  }
  return read('the storage proof', () => {
    const value = provenValue(storageRoot, slot, nodes, 'the storage proof');
    return value === undefined ? word : decodeWord(value);
  });
}

function provenValue(root: Buffer, key: Buffer, nodes: readonly Buffer[], what: string): Buffer | undefined {
  const { value, isBound } = walkTrie(root, keccak256(key), hashedNodes(nodes));
  if (!isBound) throw new ProofRefused(`${what} does not hang below the root of the block`);
  return value;
}

function read<Read>(what: string, reading: () => Read): Read {
  try {
    return reading();
  } catch (error) {
    if (error instanceof MalformedField || error instanceof MissingNode)
      throw new ProofRefused(`${what} cannot be read: ${error.message}`);
    throw error;
  }
}
