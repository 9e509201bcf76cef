import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { CHAIN_ID } from '../../../domain/chain/record/chain-id.js';
import { ContractCodeReader } from '../../../records/code/contract-code.reader.js';
import { SignatureBook } from '../../../signature/signature-book.js';
import { ApiResponse } from '../../http/api-response.js';
import { ChainBounds } from '../../http/chain-bounds.js';
import type { ContractParameters } from '../contract.parameters.js';
import { contractSelector } from './contract-selector.record.js';
import type { ContractSelectorsDto } from './contract-selectors.dto.js';
import { selectorTexts } from './selector-list.js';

export class GetContractSelectorsQuery extends Query<ApiResponse<ContractSelectorsDto>> {
  constructor(readonly parameters: ContractParameters) {
    super();
  }
}

@QueryHandler(GetContractSelectorsQuery)
export class GetContractSelectorsHandler implements IQueryHandler<GetContractSelectorsQuery> {
  constructor(
    private readonly codes: ContractCodeReader,
    private readonly bounds: ChainBounds,
    private readonly signatures: SignatureBook,
  ) {}

  async execute({
    parameters: { address },
  }: GetContractSelectorsQuery): Promise<ApiResponse<ContractSelectorsDto>> {
    const found = await this.codes.selectorsOf(address, this.bounds.firstBlock);
    const selectors = selectorTexts(found.selectors).map((selector) =>
      contractSelector(selector, this.signatures.functions(selector)),
    );
    const { codeHash, headNumber } = found;
    return new ApiResponse(
      { chainId: CHAIN_ID, address, codeHash, selectorCount: selectors.length, selectors },
      headNumber,
    );
  }
}
