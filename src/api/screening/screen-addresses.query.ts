import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { ClaimsOfManyReader } from '../../claims/claims-of-many.reader.js';
import { DefinitionReader } from '../../claims/definition.reader.js';
import type { Address } from '../../domain/chain/hex.js';
import { CHAIN_ID } from '../../domain/chain/record/chain-id.js';
import { ChainBounds } from '../http/chain-bounds.js';
import { ApiResponse } from '../http/method/api-response.js';
import { ChainQuery } from '../http/method/chain-query.decorator.js';
import { UNCOVERED_BLOCK } from '../http/method/uncovered-block.js';
import { AddressListParameter } from '../http/parameter/address-list.parameter.js';
import { AtBlockParameter } from '../http/parameter/block-number.parameter.js';
import { checkInChain } from '../refusal/check-in-chain.js';
import { consultedBy, consultedLists, refuseOtherLists } from '../registry/consulted-list.dto.js';
import { Registries } from '../registry/registries.js';
import { isRisk } from './risk.js';
import { NATURES, ScreeningDto, screenedAddress } from './screening.dto.js';

/** The most addresses that fit into a request target. */
const MOST_ADDRESSES = 90;

@ChainQuery({
  operationId: 'screenAddresses',
  path: 'screening',
  tag: 'Attributes',
  plan: 'Intelligence',
  asOfBlock: 'always',
  beyondSeed: true,
  summary: 'Risks of several addresses',
  description:
    'The proven risks of up to 90 addresses, at the highest evaluated block or at the end of `block`, with the ' +
    'lists that were consulted and their dates.',
  record: ScreeningDto,
  refusals: [UNCOVERED_BLOCK],
})
export class ScreenAddressesQuery extends Query<ApiResponse<ScreeningDto>> {
  @AddressListParameter(MOST_ADDRESSES)
  readonly addresses!: readonly Address[];

  @AtBlockParameter()
  readonly block!: number | undefined;
}

@QueryHandler(ScreenAddressesQuery)
export class ScreenAddressesHandler implements IQueryHandler<ScreenAddressesQuery> {
  constructor(
    private readonly definitions: DefinitionReader,
    private readonly claims: ClaimsOfManyReader,
    private readonly registries: Registries,
    private readonly bounds: ChainBounds,
  ) {}

  async execute({ addresses, block }: ScreenAddressesQuery): Promise<ApiResponse<ScreeningDto>> {
    const { firstBlock } = this.bounds;
    if (block !== undefined) checkInChain(block, firstBlock, 'block');
    const { definitions } = await this.definitions.all();
    const checked = definitions.map(({ id }) => id).filter(isRisk);
    const ids = [...checked, ...NATURES];
    // An address has each attribute once, so no claim is left out.
    const claimLimit = addresses.length * ids.length;
    const found = await this.claims.held(addresses, ids, block, { claimLimit, firstBlock });
    refuseOtherLists(consultedBy(this.registries, checked), await this.definitions.lists());
    return new ApiResponse(
      {
        chainId: CHAIN_ID,
        block: found.block,
        coveredFromBlock: found.coveredFromBlock,
        checked,
        addresses: addresses.map((address) => screenedAddress(address, found)),
        lists: consultedLists(this.registries, checked, found.block, Date.now()),
      },
      found.block,
    );
  }
}
