import { createMerkleProof, createMPT, type MerklePatriciaTrie } from '@ethereumjs/mpt';
import { encodeHeader } from '../../src/domain/chain/codec/header-rlp.js';
import { fromHex, toHex } from '../../src/domain/chain/codec/hex.js';
import { RlpWriter } from '../../src/domain/chain/codec/rlp-writer.js';
import type { Hex } from '../../src/domain/chain/hex.js';
import type { Header } from '../../src/domain/chain/record/block.js';
import { hashedNodes } from '../../src/domain/chain/trie/hashed-nodes.js';
import { keccak256 } from '../../src/domain/crypto/keccak.js';
import type { BundledBlock } from '../../src/verifier/bundle/bundle.schema.js';

type AccountShown = NonNullable<BundledBlock['accounts']>[string];

/** An account at the end of a block. */
export interface MadeAccount {
  readonly code?: Hex;
  /** Words by slot, 32 bytes each. */
  readonly storage?: Readonly<Record<string, string>>;
}

export interface MadeBlock {
  readonly number: number;
  readonly hash: string;
  readonly header: Hex;
  /** The account with its proof, as a node returns it. */
  account(address: string, slots?: readonly string[]): Promise<AccountShown>;
}

const WORD = Buffer.alloc(32);
const NOTHING = Buffer.alloc(0);
const NOBODY = `0x${'0e'.repeat(20)}`;

/** Blocks without transactions, one for each state. @param cancunAt index of the first block of Cancun, since which code stays */
export async function madeStates(
  first: number,
  states: readonly Readonly<Record<string, MadeAccount>>[],
  { cancunAt = 0 } = {},
): Promise<readonly MadeBlock[]> {
  const blocks: MadeBlock[] = [];
  for (const [at, state] of states.entries()) {
    const accounts: Readonly<Record<string, MadeAccount>> = { ...state, [NOBODY]: {} };
    const tries = new Map<string, MerklePatriciaTrie>();
    const trie = await createMPT();
    for (const [address, account] of Object.entries(accounts)) {
      const storage = await storageOf(account);
      tries.set(address, storage);
      await trie.put(keccak256(fromHex(address)), accountRlp(account, Buffer.from(storage.root())));
    }
    const header: Header = {
      ...{ parentHash: at === 0 ? WORD : fromHex(blocks[at - 1]!.hash), ommersHash: WORD },
      ...{ beneficiary: Buffer.alloc(20), stateRoot: Buffer.from(trie.root()), transactionsRoot: WORD },
      ...{ receiptsRoot: WORD, logsBloom: Buffer.alloc(256), difficulty: 0n, number: first + at },
      ...{ gasLimit: 30_000_000, gasUsed: 0, timestamp: 1_720_000_000 + at * 12, extraData: NOTHING },
      ...{ mixHash: WORD, nonce: Buffer.alloc(8), baseFeePerGas: 7n, withdrawalsRoot: WORD },
      ...(at < cancunAt ? {} : { blobGasUsed: 0, excessBlobGas: 0, parentBeaconBlockRoot: WORD }),
    };
    const raw = encodeHeader(header);
    blocks.push({
      number: first + at,
      hash: toHex(keccak256(raw)),
      header: toHex(raw),
      account: async (address, slots = []) => ({
        proof: hashedNodes(await createMerkleProof(trie, keccak256(fromHex(address)))).map(toHex),
        code: accounts[address]?.code ?? '0x',
        ...(slots.length > 0 && {
          slots: Object.fromEntries(
            await Promise.all(slots.map(async (slot) => [slot, await slotProof(tries.get(address), slot)])),
          ),
        }),
      }),
    });
  }
  return blocks;
}

async function storageOf({ storage = {} }: MadeAccount): Promise<MerklePatriciaTrie> {
  const trie = await createMPT();
  for (const [slot, word] of Object.entries(storage)) {
    const writer = new RlpWriter(64);
    writer.amount(BigInt(word));
    await trie.put(keccak256(fromHex(slot)), Buffer.from(writer.take()));
  }
  return trie;
}

async function slotProof(trie: MerklePatriciaTrie | undefined, slot: string): Promise<string[]> {
  if (trie === undefined) return [];
  const nodes = hashedNodes(await createMerkleProof(trie, keccak256(fromHex(slot))));
  return nodes.some((node) => node.length > 1) ? nodes.map(toHex) : [];
}

function accountRlp({ code = '0x' }: MadeAccount, storageRoot: Buffer): Buffer {
  const writer = new RlpWriter(256);
  writer.bytes(keccak256(fromHex(code)));
  writer.bytes(storageRoot);
  writer.amount(0n);
  writer.amount(1n);
  writer.list(0);
  return Buffer.from(writer.take());
}
