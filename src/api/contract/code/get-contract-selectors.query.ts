import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Address } from '../../../domain/chain/hex.js';
import { CHAIN_ID } from '../../../domain/chain/record/chain-id.js';
import { ContractCodeReader } from '../../../records/code/contract-code.reader.js';
import { SignatureBook } from '../../../signature/signature-book.js';
import { ChainBounds } from '../../http/chain-bounds.js';
import { ApiResponse } from '../../http/method/api-response.js';
import { ChainQuery } from '../../http/method/chain-query.decorator.js';
import { AddressParameter } from '../../http/parameter/address.parameter.js';
import { ContractSelectorsDto, contractSelector } from './contract-selectors.dto.js';
import { selectorTexts } from './selector-list.js';
import { unknownContract } from './unknown-contract.js';

@ChainQuery({
  operationId: 'getContractSelectors',
  path: 'contracts/:address/selectors',
  tag: 'Contracts',
  plan: 'Enriched Data',
  asOfBlock: 'optional',
  summary: 'Selectors of a contract',
  description:
    'The four-byte selectors that reachable code dispatches on, ascending, with the signatures known for them. ' +
    '`meta.asOfBlock` is that of the contract.',
  record: ContractSelectorsDto,
  refusals: unknownContract('No code'),
})
export class GetContractSelectorsQuery extends Query<ApiResponse<ContractSelectorsDto>> {
  @AddressParameter()
  readonly address!: Address;
}

@QueryHandler(GetContractSelectorsQuery)
export class GetContractSelectorsHandler implements IQueryHandler<GetContractSelectorsQuery> {
  constructor(
    private readonly codes: ContractCodeReader,
    private readonly bounds: ChainBounds,
    private readonly signatures: SignatureBook,
  ) {}

  async execute({ address }: GetContractSelectorsQuery): Promise<ApiResponse<ContractSelectorsDto>> {
    const found = await this.codes.selectorsOf(address, this.bounds.firstBlock);
    const selectors = selectorTexts(found.selectors).map((selector) =>
      contractSelector(selector, this.signatures.functions(selector)),
    );
    const { codeHash, knownThrough } = found;
    return new ApiResponse(
      { chainId: CHAIN_ID, address, codeHash, selectorCount: selectors.length, selectors },
      knownThrough,
    );
  }
}
