import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AddressModule } from './address/address.module.js';
import { AgentModule } from './agent/agent.module.js';
import { AttributeModule } from './attribute/attribute.module.js';
import { BalanceModule } from './balance/balance.module.js';
import { BlockModule } from './block/block.module.js';
import { ConsensusModule } from './consensus/consensus.module.js';
import { ContractModule } from './contract/contract.module.js';
import { ControlModule } from './control/control.module.js';
import { CounterpartyModule } from './counterparty/counterparty.module.js';
import { CoverageModule } from './coverage/coverage.module.js';
import { DefinitionModule } from './definition/definition.module.js';
import { EvidenceModule } from './evidence/evidence.module.js';
import { ExplanationModule } from './explanation/explanation.module.js';
import { FeedModule } from './feed/feed.module.js';
import { NetworkModule } from './network/network.module.js';
import { OperationModule } from './operation/operation.module.js';
import { PortfolioModule } from './portfolio/portfolio.module.js';
import { ProofModule } from './proof/proof.module.js';
import { RegistryModule } from './registry/registry.module.js';
import { RelationModule } from './relation/relation.module.js';
import { ReportModule } from './report/report.module.js';
import { ResolveModule } from './resolve/resolve.module.js';
import { ScreeningModule } from './screening/screening.module.js';
import { TokenModule } from './token/token.module.js';
import { TransactionModule } from './transaction/transaction.module.js';

/**
 * Every documented method. The composition root provides, from a global module: `Pool` (pg), `ChainBounds`, `Access`, `InternalAccess`, `AnswerCache`, `CursorKey`,
 * `PublicUrl`, `SignatureBook`, `GraphStore`, `NameRegistries`, `Registries`, `BundleSettings`, `PriceSources`,
 * `PriceBounds`, `PortfolioBounds`, `Registry` (prom-client) and `ReadinessChecks`.
 */
@Module({
  imports: [
    CqrsModule.forRoot(),
    BlockModule,
    TransactionModule,
    ContractModule,
    AddressModule,
    FeedModule,
    CounterpartyModule,
    BalanceModule,
    TokenModule,
    PortfolioModule,
    AttributeModule,
    RelationModule,
    ControlModule,
    ScreeningModule,
    ProofModule,
    EvidenceModule,
    ExplanationModule,
    ReportModule,
    DefinitionModule,
    RegistryModule,
    ConsensusModule,
    ResolveModule,
    CoverageModule,
    NetworkModule,
    OperationModule,
    AgentModule,
  ],
})
export class ApiModule {}
