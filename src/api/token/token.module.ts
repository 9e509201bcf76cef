import { Module } from '@nestjs/common';
import { TokenReader } from '../../projection/token/token.reader.js';
import { TokenHoldersReader } from '../../projection/token/token-holders.reader.js';
import { TokenStatisticsReader } from '../../projection/token/token-statistics.reader.js';
import { TokenTransfersReader } from '../../projection/token/token-transfers.reader.js';
import { DeclarationsReader } from '../../state/tracking/declarations.reader.js';
import { chainController } from '../http/method/chain-controller.js';
import {
  GetTokenDeclarationsHandler,
  GetTokenDeclarationsQuery,
} from './declaration/get-token-declarations.query.js';
import { GetTokenHandler, GetTokenQuery } from './get-token.query.js';
import { ListTokenHoldersHandler, ListTokenHoldersQuery } from './holder/list-token-holders.query.js';
import {
  GetTokenStatisticsHandler,
  GetTokenStatisticsQuery,
} from './statistics/get-token-statistics.query.js';
import { ListTokenTransfersHandler, ListTokenTransfersQuery } from './transfer/list-token-transfers.query.js';

@Module({
  controllers: [
    chainController(
      GetTokenQuery,
      ListTokenHoldersQuery,
      ListTokenTransfersQuery,
      GetTokenStatisticsQuery,
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
    DeclarationsReader,
    GetTokenDeclarationsHandler,
  ],
})
export class TokenModule {}
