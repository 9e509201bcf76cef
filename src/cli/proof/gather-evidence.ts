import { decodeReceiptContent } from '../../kernel/chain/decode-receipt.js';
import { toHex } from '../../kernel/chain/hex.js';
import type { Attested, Bundle, BundledBlock, StatedHolding } from '../../verifier/bundle/bundle.schema.js';
import { attestedDigest, type Undigested } from '../../verifier/bundle/statement-digest.js';
import { type EvidenceRef, parseRef } from '../../verifier/evidence/evidence-ref.js';
import type { ListKind } from './block-proofs.js';
import type { ChainMaterial } from './chain-material.js';

const ROOT_PATH = '0000';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Collects, for the refs of stated facts, what shows them: by inclusion where that is possible, otherwise by the word of the node. */
export class GatheredEvidence {
  readonly blocks: Record<string, Mutable<BundledBlock>> = {};
  readonly attested: Bundle['attested'] = {};

  constructor(private readonly material: ChainMaterial) {}

  async addBlock(hash: string, number: number): Promise<void> {
    await this.#block(hash, number);
  }

  async addFact(fact: StatedHolding): Promise<void> {
    const refs = fact.evidence.map((ref) => [ref, parseRef(ref)!] as const);
    for (const [ref, parsed] of refs) await this.#addRef(ref, parsed, fact);
  }

  async addAnswer(ref: string, block: number, output: string | undefined): Promise<void> {
    await this.#block(parseRef(ref)!.blockHash, block);
    this.#attest(ref, { kind: 'read', ...(output !== undefined && { output }) });
  }

  async #addRef(ref: string, { kind, blockHash, rest }: EvidenceRef, fact: StatedHolding): Promise<void> {
    const [first = '', second = ''] = rest;
    switch (kind) {
      case 'header':
        await this.#block(blockHash, fact.start);
        break;
      case 'log':
        await this.#item(blockHash, fact.start, 'receipts', first);
        break;
      case 'tx':
        await this.#item(blockHash, fact.start, 'transactions', first);
        break;
      case 'withdrawal':
        await this.#item(blockHash, fact.start, 'withdrawals', first);
        break;
      case 'frame':
        await this.#frame(ref, blockHash, first, second, fact);
        break;
      case 'code':
        await this.#code(ref, blockHash, first, fact);
        break;
      case 'slot':
        await this.#slot(ref, blockHash, first, second, fact);
        break;
    }
  }

  /** The root frame of a successful creation follows from transaction and receipt. Others are the node's word. */
  async #frame(
    ref: string,
    hash: string,
    index: string,
    path: string,
    { start, source }: StatedHolding,
  ): Promise<void> {
    const { block } = await this.material.block(hash, start);
    const transaction = block.transactions[Number(index)]!;
    const isCreation = transaction.to === undefined && path === ROOT_PATH;
    if (isCreation && tellsSuccess(block.receipts[Number(index)]!.raw, transaction.type)) {
      await this.#item(hash, start, 'transactions', index);
      await this.#item(hash, start, 'receipts', index);
      return;
    }
    await this.#block(hash, start);
    if (source.register === 'created') await this.#item(hash, start, 'transactions', index);
    const frame = this.material.frame(block, Number(index), path)!;
    const { type, from, to } = frame as { type: 'CALL' | 'CREATE' | 'CREATE2'; from: Buffer; to: Buffer };
    this.#attest(ref, { kind: 'frame', type, from: toHex(from), to: toHex(to) });
  }

  async #code(ref: string, hash: string, address: string, { start, source }: StatedHolding): Promise<void> {
    const { block } = await this.material.block(hash, start);
    const bundled = await this.#block(hash, start);
    const proven = await this.material.account(block, address, []);
    if (proven) {
      const account = this.#account(bundled, address, proven.proof);
      account.code = toHex(proven.code);
      return;
    }
    const set = this.material.codeSetIn(block, address);
    // How a range begins is no change of any block.
    const code =
      set ?? (source.register === 'redeployed' ? undefined : await this.material.recordedCode(address));
    this.#attest(ref, { kind: 'code', ...(code !== undefined && { code: toHex(code) }) });
  }

  async #slot(
    ref: string,
    hash: string,
    address: string,
    slot: string,
    { start, value }: StatedHolding,
  ): Promise<void> {
    const { block } = await this.material.block(hash, start);
    const bundled = await this.#block(hash, start);
    const proven = await this.material.account(block, address, [slot]);
    if (!proven) {
      this.#attest(ref, { kind: 'slot', word: value as string });
      return;
    }
    const account = this.#account(bundled, address, proven.proof);
    account.slots = { ...account.slots, [slot]: proven.slots.get(slot)!.map(toHex) };
  }

  #account(block: Mutable<BundledBlock>, address: string, proof: readonly Buffer[]) {
    block.accounts ??= {};
    block.accounts[address] ??= { proof: proof.map(toHex) };
    return block.accounts[address];
  }

  async #item(hash: string, number: number, kind: ListKind, index: string): Promise<void> {
    const block = await this.#block(hash, number);
    const list = block[kind] ?? {};
    block[kind] = list;
    list[index] ??= await (await this.material.block(hash, number)).of(kind, Number(index));
  }

  async #block(hash: string, number: number): Promise<Mutable<BundledBlock>> {
    const { block } = await this.material.block(hash, number);
    this.blocks[hash] ??= { header: this.material.header(block) };
    return this.blocks[hash];
  }

  #attest(ref: string, attested: Undigested): void {
    this.attested[ref] = { ...attested, digest: attestedDigest(ref, attested) } as Attested;
  }
}

/** Before Byzantium a receipt holds a state root in the place of a status. */
function tellsSuccess(receipt: Buffer, type: number): boolean {
  return decodeReceiptContent(receipt, type).status === 1;
}
