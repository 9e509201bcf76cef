import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Pool } from 'pg';
import { ClaimsOfManyReader } from '../../claims/claims-of-many.reader.js';
import type { Address } from '../../domain/chain/hex.js';
import { inTransaction } from '../../platform/postgres/transaction.js';
import { ChainBounds } from '../http/chain-bounds.js';
import { ApiResponse } from '../http/method/api-response.js';
import { ChainQuery } from '../http/method/chain-query.decorator.js';
import { UNCOVERED_BLOCK } from '../http/method/uncovered-block.js';
import { AddressParameter } from '../http/parameter/address.parameter.js';
import { AtBlockParameter } from '../http/parameter/block-number.parameter.js';
import { checkInChain } from '../refusal/check-in-chain.js';
import { ControllersDto, controllersRecord } from './controllers.dto.js';
import { walkControl } from './controllers.js';

@ChainQuery({
  operationId: 'getAddressControllers',
  path: 'addresses/:address/controllers',
  tag: 'Relations',
  plan: 'Intelligence',
  asOfBlock: 'always',
  beyondSeed: true,
  summary: 'Who controls an address',
  description:
    'Follows owners, admins, beacons, role holders, owners and modules of Safes, delegations, and accounts that implement a proxy and whose key changes its code, from the address for three levels, each edge with its proof, ' +
    'at the highest evaluated block or at the end of `block`.',
  record: ControllersDto,
  refusals: [UNCOVERED_BLOCK],
})
export class GetAddressControllersQuery extends Query<ApiResponse<ControllersDto>> {
  @AddressParameter()
  readonly address!: Address;

  @AtBlockParameter()
  readonly block!: number | undefined;
}

@QueryHandler(GetAddressControllersQuery)
export class GetAddressControllersHandler implements IQueryHandler<GetAddressControllersQuery> {
  constructor(
    private readonly pool: Pool,
    private readonly claims: ClaimsOfManyReader,
    private readonly bounds: ChainBounds,
  ) {}

  async execute({ address, block }: GetAddressControllersQuery): Promise<ApiResponse<ControllersDto>> {
    const { firstBlock } = this.bounds;
    if (block !== undefined) checkInChain(block, firstBlock, 'block');
    const walk = await inTransaction(
      this.pool,
      (tx) => walkControl(this.claims, address, block, firstBlock, tx),
      { isolation: 'repeatable read' },
    );
    return new ApiResponse(controllersRecord(address, walk), walk.block);
  }
}
