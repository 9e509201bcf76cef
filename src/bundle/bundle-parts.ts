import { toHex } from '../domain/chain/codec/hex.js';
import type { Address, Hash, Hex } from '../domain/chain/hex.js';
import type { Bundle, BundledBlock } from '../verifier/bundle/bundle.schema.js';
import { attestedDigest, type Undigested } from '../verifier/bundle/statement-digest.js';
import type { ListKind } from './block-proofs.js';
import type { ChainEvidenceSource } from './chain-evidence-source.js';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
/** A block of a bundle while its parts are gathered. */
type GrowingBlock = Mutable<BundledBlock>;
type GrowingAccount = Mutable<NonNullable<BundledBlock['accounts']>[string]>;

/** Blocks and attested items of a bundle while it is gathered. Each part is added once. */
export class BundleParts {
  readonly blocks: Record<string, GrowingBlock> = {};
  readonly attested: Bundle['attested'] = {};

  constructor(private readonly source: ChainEvidenceSource) {}

  /** The block of a hash; added with its header unless it is there already. */
  async block(hash: Hash, number: number): Promise<GrowingBlock> {
    const { block } = await this.source.block(hash, number);
    this.blocks[hash] ??= { header: this.source.header(block) };
    return this.blocks[hash];
  }

  /** Adds an item of a list of the block, with its Merkle proof. */
  async addItem(hash: Hash, number: number, kind: ListKind, index: string): Promise<void> {
    const block = await this.block(hash, number);
    const list = block[kind] ?? {};
    block[kind] = list;
    list[index] ??= await (await this.source.block(hash, number)).of(kind, Number(index));
  }

  /** The account of an address in a block; added with this proof unless it is there already. */
  account(block: GrowingBlock, address: Address, proof: readonly Buffer[]): GrowingAccount {
    block.accounts ??= {};
    block.accounts[address] ??= { proof: proof.map(toHex) };
    return block.accounts[address];
  }

  /** Whether any block of the bundle already holds this code of the address. */
  hasCode(address: Address, code: Hex): boolean {
    return Object.values(this.blocks).some(({ accounts }) => accounts?.[address]?.code === code);
  }

  /** Adds evidence that a node alone attests. */
  attest(ref: string, attested: Undigested): void {
    this.attested[ref] = { ...attested, digest: attestedDigest(ref, attested) } as Bundle['attested'][string];
  }
}
