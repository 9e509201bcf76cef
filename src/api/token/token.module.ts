import { Module } from '@nestjs/common';
import { TokenReader } from '../../projection/token/token.reader.js';
import { TokenHoldersReader } from '../../projection/token/token-holders.reader.js';
import { TokenStatisticsReader } from '../../projection/token/token-statistics.reader.js';
import { TokenTransfersReader } from '../../projection/token/token-transfers.reader.js';
import { GetTokenHandler } from './get-token.query.js';
import { ListTokenHoldersHandler } from './holder/list-token-holders.query.js';
import { GetTokenStatisticsHandler } from './statistics/get-token-statistics.query.js';
import { TokenController } from './token.controller.js';
import { ListTokenTransfersHandler } from './transfer/list-token-transfers.query.js';

@Module({
  controllers: [TokenController],
  providers: [
    TokenReader,
    TokenHoldersReader,
    TokenTransfersReader,
    TokenStatisticsReader,
    GetTokenHandler,
    ListTokenHoldersHandler,
    ListTokenTransfersHandler,
    GetTokenStatisticsHandler,
  ],
})
export class TokenModule {}
