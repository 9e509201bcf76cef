import { createMerkleProof, createMPT, type MerklePatriciaTrie } from '@ethereumjs/mpt';
import { type Hex, keccak256, toHex, toRlp, trim } from 'viem';

/** An account of a small state: `0x` hex in lower case throughout. */
export interface PlainAccount {
  readonly code?: Hex;
  /** Words by slot. */
  readonly storage?: Readonly<Record<Hex, Hex>>;
}

/** The fields of an `eth_getProof` answer that are read. */
export interface RpcAccountProof {
  readonly accountProof: readonly Hex[];
  readonly storageProof: readonly { readonly proof: readonly Hex[] }[];
}

/** The state at the end of one block, in tries of an independent implementation, with proofs as nodes return them. */
export class ProvenState {
  private constructor(
    private readonly accounts: Readonly<Record<Hex, PlainAccount>>,
    private readonly storages: ReadonlyMap<string, MerklePatriciaTrie>,
    private readonly trie: MerklePatriciaTrie,
  ) {}

  static async of(accounts: Readonly<Record<Hex, PlainAccount>>): Promise<ProvenState> {
    const storages = new Map<string, MerklePatriciaTrie>();
    const trie = await createMPT();
    for (const [address, { code = '0x', storage = {} }] of Object.entries(accounts)) {
      const own = await createMPT();
      for (const [slot, word] of Object.entries(storage)) await own.put(key(slot), bytes(toRlp(trim(word))));
      storages.set(address, own);
      await trie.put(key(address), bytes(toRlp(['0x01', '0x', toHex(own.root()), keccak256(code)])));
    }
    return new ProvenState(accounts, storages, trie);
  }

  get root(): Hex {
    return toHex(this.trie.root());
  }

  code(address: string): Hex {
    return this.accounts[address as Hex]?.code ?? '0x';
  }

  word(address: string, slot: string): Hex {
    return this.accounts[address as Hex]?.storage?.[slot as Hex] ?? '0x0';
  }

  async proof(address: string, slots: readonly string[]): Promise<RpcAccountProof> {
    const storage = this.storages.get(address) ?? (await createMPT());
    return {
      accountProof: (await createMerkleProof(this.trie, key(address))).map((node) => toHex(node)),
      storageProof: await Promise.all(
        slots.map(async (slot) => ({
          proof: (await createMerkleProof(storage, key(slot))).map((node) => toHex(node)),
        })),
      ),
    };
  }
}

const bytes = (hex: Hex): Uint8Array => Buffer.from(hex.slice(2), 'hex');
const key = (hex: string): Uint8Array => bytes(keccak256(hex as Hex));
