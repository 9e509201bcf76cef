import { Module } from '@nestjs/common';
import { TokenBalanceReader } from '../../projection/balance/token-balance.reader.js';
import { ContractModule } from '../contract/contract.module.js';
import { chainController } from '../http/method/chain-controller.js';
import { GetTokenBalanceHandler, GetTokenBalanceQuery } from './get-token-balance.query.js';

@Module({
  imports: [ContractModule],
  controllers: [chainController(GetTokenBalanceQuery)],
  providers: [TokenBalanceReader, GetTokenBalanceHandler],
})
export class BalanceModule {}
