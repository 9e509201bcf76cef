import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Address } from '../../../domain/chain/hex.js';
import { CHAIN_ID } from '../../../domain/chain/record/chain-id.js';
import { ContractEventsReader, type EventPlace } from '../../../records/log/contract-events.reader.js';
import { SignatureBook } from '../../../signature/signature-book.js';
import { ChainBounds } from '../../http/chain-bounds.js';
import type { Continuation } from '../../http/cursor/continuation.js';
import { ApiResponse } from '../../http/method/api-response.js';
import { ChainQuery } from '../../http/method/chain-query.decorator.js';
import { AddressParameter } from '../../http/parameter/address.parameter.js';
import { CursorParameter } from '../../http/parameter/cursor.parameter.js';
import { LimitParameter } from '../../http/parameter/limit.parameter.js';
import { unknownContract } from '../code/unknown-contract.js';
import { ContractEventsDto } from './contract-events.dto.js';
import { eventLogRecord } from './event-log.dto.js';

@ChainQuery({
  operationId: 'listContractEvents',
  path: 'contracts/:address/events',
  tag: 'Contracts',
  plan: 'Enriched Data',
  asOfBlock: 'optional',
  summary: 'Event logs of a contract',
  description:
    'A page of the logs that the contract emitted, newest first. A log is decoded if a known event fits its topics ' +
    'and data exactly.',
  record: ContractEventsDto,
  refusals: unknownContract('Neither code nor a log'),
  list: {
    items: 'events',
    paged: true,
    key: ['blockNumber', 'logIndex'],
    newestFirst: true,
    cursorsByBlock: true,
  },
})
export class ListContractEventsQuery extends Query<ApiResponse<ContractEventsDto>> {
  @AddressParameter()
  readonly address!: Address;

  @CursorParameter()
  readonly cursor!: Continuation;

  @LimitParameter(100, 25)
  readonly limit!: number;
}

@QueryHandler(ListContractEventsQuery)
export class ListContractEventsHandler implements IQueryHandler<ListContractEventsQuery> {
  constructor(
    private readonly logs: ContractEventsReader,
    private readonly bounds: ChainBounds,
    private readonly signatures: SignatureBook,
  ) {}

  async execute({
    address,
    cursor,
    limit,
  }: ListContractEventsQuery): Promise<ApiResponse<ContractEventsDto>> {
    const before = cursor.after as EventPlace | undefined;
    const found = await this.logs.ofContract(address, this.bounds.firstBlock, before, limit);
    const last = found.hasMore ? found.events.at(-1) : undefined;
    return new ApiResponse(
      {
        chainId: CHAIN_ID,
        address,
        events: found.events.map((row) => eventLogRecord(address, row, this.signatures)),
        ...(last && { nextCursor: cursor.at([last.blockNumber, last.logIndex]) }),
      },
      found.headNumber,
    );
  }
}
