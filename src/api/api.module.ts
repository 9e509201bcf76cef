import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AddressModule } from './address/address.module.js';
import { BlockModule } from './block/block.module.js';
import { ContractModule } from './contract/contract.module.js';
import { CoverageModule } from './coverage/coverage.module.js';
import { FeedModule } from './feed/feed.module.js';
import { TokenTransferModule } from './feed/token-transfer/token-transfer.module.js';
import { OperationModule } from './operation/operation.module.js';
import { TransactionModule } from './transaction/transaction.module.js';

/**
 * Every documented method. The composition root provides, from a global module: `Pool` (pg), `ChainBounds`, `CursorKey`,
 * `PublicUrl`, `SignatureBook`, `Registry` (prom-client) and `ReadinessChecks`.
 */
@Module({
  imports: [
    CqrsModule.forRoot(),
    BlockModule,
    TransactionModule,
    ContractModule,
    AddressModule,
    FeedModule,
    TokenTransferModule,
    CoverageModule,
    OperationModule,
  ],
})
export class ApiModule {}
