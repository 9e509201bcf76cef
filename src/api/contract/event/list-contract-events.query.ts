import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { CHAIN_ID } from '../../../domain/chain/record/chain-id.js';
import { ContractEventsReader, type EventPlace } from '../../../records/log/contract-events.reader.js';
import { SignatureBook } from '../../../signature/signature-book.js';
import { ApiResponse } from '../../http/api-response.js';
import { ChainBounds } from '../../http/chain-bounds.js';
import type { ContractEventsParameters } from '../contract.parameters.js';
import type { ContractEventsDto } from './contract-events.dto.js';
import { eventLogRecord } from './event-log.record.js';

export class ListContractEventsQuery extends Query<ApiResponse<ContractEventsDto>> {
  constructor(readonly parameters: ContractEventsParameters) {
    super();
  }
}

@QueryHandler(ListContractEventsQuery)
export class ListContractEventsHandler implements IQueryHandler<ListContractEventsQuery> {
  constructor(
    private readonly logs: ContractEventsReader,
    private readonly bounds: ChainBounds,
    private readonly signatures: SignatureBook,
  ) {}

  async execute({ parameters }: ListContractEventsQuery): Promise<ApiResponse<ContractEventsDto>> {
    const { address, cursor, limit } = parameters;
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
