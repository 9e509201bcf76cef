import { Module } from '@nestjs/common';
import { TokenBalanceReader } from '../../projection/balance/token-balance.reader.js';
import { DeclaredTokensReader } from '../../projection/token/declared-tokens.reader.js';
import { ContractModule } from '../contract/contract.module.js';
import { chainController } from '../http/method/chain-controller.js';
import { GetTokenBalanceHandler, GetTokenBalanceQuery } from './get-token-balance.query.js';

@Module({
  imports: [ContractModule],
  controllers: [chainController(GetTokenBalanceQuery)],
  providers: [TokenBalanceReader, DeclaredTokensReader, GetTokenBalanceHandler],
})
export class BalanceModule {}
