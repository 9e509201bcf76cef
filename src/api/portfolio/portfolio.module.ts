import { Module } from '@nestjs/common';
import { HoldingsReader } from '../../projection/balance/holdings.reader.js';
import { PriceReader } from '../../projection/price/price.reader.js';
import { DeclaredTokensReader } from '../../projection/token/declared-tokens.reader.js';
import { StateGapReader } from '../../records/coverage/state-gap.reader.js';
import { BlockModule } from '../block/block.module.js';
import { ContractModule } from '../contract/contract.module.js';
import { chainController } from '../http/method/chain-controller.js';
import { GetAddressPortfolioHandler, GetAddressPortfolioQuery } from './get-address-portfolio.query.js';
import { HeldAssets } from './held-assets.js';

@Module({
  imports: [BlockModule, ContractModule],
  controllers: [chainController(GetAddressPortfolioQuery)],
  providers: [
    HoldingsReader,
    StateGapReader,
    DeclaredTokensReader,
    PriceReader,
    HeldAssets,
    GetAddressPortfolioHandler,
  ],
})
export class PortfolioModule {}
