import { Module } from '@nestjs/common';
import { TokenBalanceReader } from '../../projection/balance/token-balance.reader.js';
import { BalanceController } from './balance.controller.js';
import { GetTokenBalanceHandler } from './get-token-balance.query.js';

@Module({
  controllers: [BalanceController],
  providers: [TokenBalanceReader, GetTokenBalanceHandler],
})
export class BalanceModule {}
