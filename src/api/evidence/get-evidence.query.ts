import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Pool, type PoolClient } from 'pg';
import type { Address, Hash, Hex } from '../../domain/chain/hex.js';
import { CHAIN_ID } from '../../domain/chain/record/chain-id.js';
import { type EvidenceRef, parseRef } from '../../domain/chain/record/evidence-ref.js';
import { inTransaction } from '../../platform/postgres/transaction.js';
import { TransactionFramesReader } from '../../records/frame/transaction-frames.reader.js';
import { EvidenceReader, type FoundEvidence } from '../../records/log/evidence.reader.js';
import { decodeEvent } from '../../signature/decode-event.js';
import { SignatureBook } from '../../signature/signature-book.js';
import { ChainBounds } from '../http/chain-bounds.js';
import { ApiResponse } from '../http/method/api-response.js';
import { ChainQuery } from '../http/method/chain-query.decorator.js';
import { EvidenceRefParameter } from '../http/parameter/evidence-ref.parameter.js';
import { notFound } from '../refusal/record-refusals.js';
import { EvidenceDto } from './evidence.dto.js';

/** Kinds of evidence that belong to a transaction. */
const IN_TRANSACTION = ['tx', 'log', 'frame'];

@ChainQuery({
  operationId: 'getEvidence',
  path: 'evidence/:ref',
  tag: 'Proofs',
  plan: 'Intelligence',
  asOfBlock: 'always',
  beyondSeed: true,
  summary: 'Where evidence is on the chain',
  description:
    'Block, time and transaction of a piece of evidence that a proof names, and for a log its event. For code, ' +
    'slots and answers it is only block and time. Evidence from registries (`binding:…`) is not on the chain.',
  record: EvidenceDto,
  refusals: [
    {
      code: 'not_found',
      reasons: [],
      when: 'No block of the chain has the hash, or the block has no such transaction, call, log or withdrawal.',
    },
    {
      code: 'block_not_available',
      reasons: ['coverage_gap'],
      when: 'The block may be among those that are missing, or the traces of a call are.',
    },
  ],
})
export class GetEvidenceQuery extends Query<ApiResponse<EvidenceDto>> {
  @EvidenceRefParameter()
  readonly ref!: string;
}

@QueryHandler(GetEvidenceQuery)
export class GetEvidenceHandler implements IQueryHandler<GetEvidenceQuery> {
  constructor(
    private readonly pool: Pool,
    private readonly evidence: EvidenceReader,
    private readonly frames: TransactionFramesReader,
    private readonly bounds: ChainBounds,
    private readonly signatures: SignatureBook,
  ) {}

  async execute({ ref }: GetEvidenceQuery): Promise<ApiResponse<EvidenceDto>> {
    const parsed = parseRef(ref)!;
    const { kind, rest } = parsed;
    const [first = ''] = rest;
    // One snapshot, because between two statements the transaction may move to another block.
    const found =
      kind === 'frame'
        ? await inTransaction(this.pool, (tx) => this.#call(parsed, tx), { isolation: 'repeatable read' })
        : await this.#find(parsed);
    return new ApiResponse(
      {
        chainId: CHAIN_ID,
        ref,
        kind,
        blockHash: parsed.blockHash,
        blockNumber: found.blockNumber,
        timestamp: found.timestamp,
        ...(found.txHash !== null && { txIndex: Number(first), txHash: found.txHash }),
        ...this.#content(parsed, found),
      },
      found.blockNumber,
    );
  }

  async #call(ref: EvidenceRef, tx: PoolClient): Promise<FoundEvidence> {
    const found = await this.#find(ref, tx);
    if (!(await this.frames.hasCall(found.txHash!, ref.rest[1]!, this.bounds.firstBlock, tx)))
      throw notFound();
    return found;
  }

  async #find({ kind, blockHash, rest }: EvidenceRef, tx?: PoolClient): Promise<FoundEvidence> {
    const [first = '', second = ''] = rest;
    const isInTransaction = IN_TRANSACTION.includes(kind);
    const found = await this.evidence.at(
      {
        blockHash,
        ...(isInTransaction && { txIndex: place(first) }),
        ...(kind === 'log' && { logIndex: place(second) }),
      },
      this.bounds.firstBlock,
      tx,
    );
    const isThere =
      kind === 'withdrawal'
        ? place(first) < found.withdrawalCount
        : !(isInTransaction && found.txHash === null) && !(kind === 'log' && found.data === null);
    if (!isThere) throw notFound();
    return found;
  }

  #content({ kind, rest }: EvidenceRef, found: FoundEvidence): Partial<EvidenceDto> {
    const [first = '', second = ''] = rest;
    switch (kind) {
      case 'log':
        return {
          address: found.emitter!,
          logIndex: found.logIndex!,
          topics: found.topics,
          data: found.data!,
          ...decodeEvent(this.signatures, found.topics, found.data!),
        };
      case 'frame':
        return { callPath: second };
      case 'withdrawal':
        return { withdrawalIndex: Number(first) };
      case 'code':
        return { address: first as Address };
      case 'delegation':
        return { address: first as Address, ...(second && { selector: second as Hex }) };
      case 'slot':
        return { address: first as Address, slot: second as Hash };
      case 'read':
      case 'view':
        return {
          address: first as Address,
          ...(second.length >= SELECTOR_CHARACTERS && {
            selector: second.slice(0, SELECTOR_CHARACTERS) as Hex,
          }),
        };
      default:
        return {};
    }
  }
}

const SELECTOR_CHARACTERS = 10;

/** An index as an int4. Beyond any index of a block, its exact value does not matter. */
const place = (index: string): number => Math.min(Number(index), 2 ** 31 - 1);
