import { Module } from '@nestjs/common';
import { TokenReader } from '../../projection/token/token.reader.js';
import { TokenHoldersReader } from '../../projection/token/token-holders.reader.js';
import { TokenStatisticsReader } from '../../projection/token/token-statistics.reader.js';
import { TokenTransfersReader } from '../../projection/token/token-transfers.reader.js';
import { DeclarationsReader } from '../../state/tracking/declarations.reader.js';
import { ContractModule } from '../contract/contract.module.js';
import { chainController } from '../http/method/chain-controller.js';
import {
  GetTokenDeclarationsHandler,
  GetTokenDeclarationsQuery,
} from './declaration/get-token-declarations.query.js';
import { GetDeclaredTokenHandler, GetDeclaredTokenQuery } from './declared/get-declared-token.query.js';
import { GetTokenHandler, GetTokenQuery } from './get-token.query.js';
import { ListTokenHoldersHandler, ListTokenHoldersQuery } from './holder/list-token-holders.query.js';
import { GetTokenItemBalanceHandler, GetTokenItemBalanceQuery } from './item/get-token-item-balance.query.js';
import { GetTokenItemOwnerHandler, GetTokenItemOwnerQuery } from './item/get-token-item-owner.query.js';
import {
  GetTokenStatisticsHandler,
  GetTokenStatisticsQuery,
} from './statistics/get-token-statistics.query.js';
import { ListTokenTransfersHandler, ListTokenTransfersQuery } from './transfer/list-token-transfers.query.js';

@Module({
  imports: [ContractModule],
  controllers: [
    chainController(
      GetTokenQuery,
      ListTokenHoldersQuery,
      ListTokenTransfersQuery,
      GetTokenStatisticsQuery,
      GetDeclaredTokenQuery,
      GetTokenItemOwnerQuery,
      GetTokenItemBalanceQuery,
      GetTokenDeclarationsQuery,
    ),
  ],
  providers: [
    TokenReader,
    TokenHoldersReader,
    TokenTransfersReader,
    TokenStatisticsReader,
    GetTokenHandler,
    ListTokenHoldersHandler,
    ListTokenTransfersHandler,
    GetTokenStatisticsHandler,
    GetDeclaredTokenHandler,
    GetTokenItemOwnerHandler,
    GetTokenItemBalanceHandler,
    DeclarationsReader,
    GetTokenDeclarationsHandler,
  ],
})
export class TokenModule {}
