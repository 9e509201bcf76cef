import { isExecuted } from '../definition/catalog/describe-source.js';
import { decodeReceiptContent } from '../domain/chain/codec/decode-receipt.js';
import { decodeHeader } from '../domain/chain/codec/header-rlp.js';
import { fromHex, toHex } from '../domain/chain/codec/hex.js';
import { namedCallData } from '../domain/chain/codec/observed-delegation.js';
import type { Address, Hash, Hex } from '../domain/chain/hex.js';
import { type EvidenceRef, parseRef } from '../domain/chain/record/evidence-ref.js';
import type { Attested, StatedHolding } from '../verifier/bundle/bundle.schema.js';
import type { BundledFrame, BundledViewResult } from '../verifier/bundle/witness.schema.js';
import { slotNamed } from '../verifier/evidence/slot-named.js';
import type { Absence } from '../verifier/rule/statement-view.js';
import { BundleParts } from './bundle-parts.js';
import type { ChainEvidenceSource } from './chain-evidence-source.js';
import { FrameGatherer } from './gather-frames.js';
import { StateGatherer } from './gather-state.js';
import { executeBlock, type KnownForks } from './gather-views.js';

const ROOT_PATH = '0000';

type FrameWord = Extract<Attested, { kind: 'frame' }>;

/**
 * Gathers what shows the evidence of stated facts: Merkle proofs where there are any, otherwise the word of
 * the node.
 */
export class GatheredEvidence {
  /** View calls that were executed over proofs, by ref. */
  readonly executed: Record<string, BundledViewResult> = {};
  /** Frames of transactions that were executed over proofs, by ref. */
  readonly frames: Record<string, BundledFrame> = {};
  /** Refs of view calls by the number of their block. */
  readonly #views = new Map<number, Set<string>>();
  readonly #parts: BundleParts;
  readonly #state: StateGatherer;

  constructor(private readonly source: ChainEvidenceSource) {
    this.#parts = new BundleParts(source);
    this.#state = new StateGatherer(source, this.#parts);
  }

  get blocks(): BundleParts['blocks'] {
    return this.#parts.blocks;
  }

  get attested(): BundleParts['attested'] {
    return this.#parts.attested;
  }

  async addBlock(hash: Hash, number: number): Promise<void> {
    await this.#parts.block(hash, number);
  }

  /** Adds the block at whose end the claim holds. */
  async addEnd(number: number): Promise<void> {
    const { block } = (await this.source.blockAt(number))!;
    await this.#parts.block(toHex(block.hash), number);
  }

  async addFact(fact: StatedHolding): Promise<void> {
    const refs = fact.evidence.map((ref) => [ref, parseRef(ref)!] as const);
    for (const [ref, parsed] of refs) await this.#addRef(ref, parsed, fact);
  }

  async addAnswer(ref: string, block: number, output: Hex | undefined): Promise<void> {
    await this.#parts.block(parseRef(ref)!.blockHash, block);
    this.#parts.attest(ref, { kind: 'read', ...(output !== undefined && { output }) });
  }

  /**
   * Shows that a fact of state still holds at the end of the bundle's block, and that a destroyed contract
   * existed before, where a node still gives account proofs. To be called after `addFact` of all facts.
   */
  async addPresence({ address, source, start, evidence }: StatedHolding, end: number): Promise<void> {
    if (isExecuted(source) && start < end) for (const ref of evidence) await this.#addViewAtEnd(ref, end);
    if (source.kind === 'storage') await this.#state.showEnd(address, end, [slotNamed(source.slot)], true);
    if (source.kind === 'build' && !this.#state.isLasting(address))
      await this.#state.showEnd(address, end, [], true);
    if (source.kind !== 'code') return;
    const { register } = source;
    if (register === 'destroyed') await this.#state.showBefore(address, start);
    if (register !== 'redeployed' && !this.#state.isLasting(address))
      await this.#state.showEnd(address, end, [], true);
  }

  /**
   * Shows the state at the end of the bundle's block from which the absence of a fact of code or of a slot
   * follows.
   */
  async addAbsence(absence: Absence, end: number): Promise<void> {
    if ('claim' in absence) return;
    const { address, source } = absence;
    if (source.kind === 'code' && !this.#state.isLasting(address))
      await this.#state.showEnd(address, end, [], true);
    if (source.kind === 'storage') await this.#state.showEnd(address, end, [slotNamed(source.slot)], false);
  }

  /**
   * Executes the view calls of the facts over state that nodes prove, at the block of their evidence and at
   * the bundle's block. Calls whose state no node proves stay attested. To be called after all facts were
   * added.
   */
  async addViews(forks: KnownForks): Promise<void> {
    for (const [number, refs] of this.#views) {
      const found = await executeBlock(refs, number, forks, this.source);
      if (found === undefined) continue;
      const { block } = (await this.source.blockAt(number))!;
      (await this.#parts.block(toHex(block.hash), number)).witness = found.witness;
      for (const [ref, result] of found.results) {
        this.executed[ref] = result;
        delete this.attested[ref];
      }
    }
  }

  /**
   * Executes, where possible, the transactions of the frames that are attested. To be called after all facts
   * were added.
   *
   * @returns by ref, why a frame stays attested
   */
  async addFrames(forks: KnownForks): Promise<ReadonlyMap<string, string>> {
    const gatherer = new FrameGatherer(forks, this.source);
    const byBlock = new Map<Hash, Map<string, FrameWord>>();
    for (const [ref, word] of Object.entries(this.attested)) {
      if (word.kind !== 'frame') continue;
      const { blockHash } = parseRef(ref)!;
      byBlock.set(blockHash, (byBlock.get(blockHash) ?? new Map()).set(ref, word));
    }
    for (const [hash, stated] of byBlock) {
      const { number } = decodeHeader(fromHex(this.blocks[hash]!.header));
      const found = await gatherer.execute((await this.source.block(hash, number)).block, stated);
      if (found === undefined) continue;
      for (const index of found.transactions)
        await this.#parts.addItem(hash, number, 'transactions', String(index));
      for (const index of found.receipts) await this.#parts.addItem(hash, number, 'receipts', String(index));
      const bundled = await this.#parts.block(hash, number);
      bundled.execution = found.execution;
      if (found.accessList) bundled.accessList = toHex(found.accessList);
      for (const [ref, frame] of Object.entries(found.frames)) {
        this.frames[ref] = frame;
        delete this.attested[ref];
      }
    }
    return gatherer.unexecuted;
  }

  /** Has a view call executed at the end of the bundle's block as well. */
  async #addViewAtEnd(ref: string, end: number): Promise<void> {
    const { block } = (await this.source.blockAt(end))!;
    this.#addView(ref.replace(parseRef(ref)!.blockHash, toHex(block.hash)), end);
  }

  #addView(ref: string, block: number): void {
    this.#views.set(block, (this.#views.get(block) ?? new Set()).add(ref));
  }

  async #addRef(ref: string, { kind, blockHash, rest }: EvidenceRef, fact: StatedHolding): Promise<void> {
    const [first = '', second = ''] = rest;
    switch (kind) {
      case 'header':
        await this.#parts.block(blockHash, fact.start);
        break;
      case 'log':
        await this.#parts.addItem(blockHash, fact.start, 'receipts', first);
        break;
      case 'tx':
        await this.#parts.addItem(blockHash, fact.start, 'transactions', first);
        break;
      case 'withdrawal':
        await this.#parts.addItem(blockHash, fact.start, 'withdrawals', first);
        break;
      case 'frame':
        await this.#frame(ref, blockHash, first, second, fact);
        break;
      case 'code':
        await this.#state.addCode(ref, blockHash, first as Address, fact);
        break;
      case 'slot':
        await this.#state.addSlot(ref, blockHash, first as Address, second as Hash, fact);
        break;
      case 'view':
      case 'delegation': {
        await this.#parts.block(blockHash, fact.start);
        const data = kind === 'view' ? second : (namedCallData(second) ?? '0x');
        this.#parts.attest(ref, {
          kind,
          output: await this.source.viewOutput(first as Address, data as Hex, fact.start),
        });
        this.#addView(ref, fact.start);
        break;
      }
    }
  }

  /**
   * The root frame of a successful creation follows from transaction and receipt. Any other frame is
   * attested.
   */
  async #frame(
    ref: string,
    hash: Hash,
    index: string,
    path: string,
    { start, source }: StatedHolding,
  ): Promise<void> {
    const { block } = await this.source.block(hash, start);
    const transaction = block.transactions[Number(index)]!;
    const isCreated = source.kind === 'frame' && source.register === 'created';
    const isRootCreation = transaction.to === undefined && path === ROOT_PATH;
    if (isRootCreation && showsSuccess(block.receipts[Number(index)]!.raw, transaction.type)) {
      await this.#parts.addItem(hash, start, 'transactions', index);
      await this.#parts.addItem(hash, start, 'receipts', index);
      await this.#state.showLeft(toHex(block.receipts[Number(index)]!.contractAddress!), block, isCreated);
      return;
    }
    await this.#parts.block(hash, start);
    if (isCreated) await this.#parts.addItem(hash, start, 'transactions', index);
    const frame = this.source.frame(block, Number(index), path)!;
    const { type, from, to } = frame as { type: 'CALL' | 'CREATE' | 'CREATE2'; from: Buffer; to: Buffer };
    this.#parts.attest(ref, { kind: 'frame', type, from: toHex(from), to: toHex(to) });
    if (type !== 'CALL') await this.#state.showLeft(toHex(to), block, isCreated);
  }
}

/**
 * Whether a receipt states success. Before Byzantium it has a state root instead of a status, and shows
 * neither.
 */
function showsSuccess(receipt: Buffer, type: number): boolean {
  return decodeReceiptContent(receipt, type).status === 1;
}
