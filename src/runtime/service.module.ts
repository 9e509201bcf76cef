import { type DynamicModule, Module, type OnApplicationBootstrap } from '@nestjs/common';
import { ApiModule } from '../api/api.module.js';
import { ApiSettingsModule } from './api/api-settings.module.js';
import { ServicePartsModule } from './api/service-parts.module.js';
import { Chain } from './chain/chain.js';
import { ChainModule } from './chain/chain.module.js';
import { NameModule } from './name/name.module.js';
import { PaymentModule } from './payment/payment.module.js';
import { TransparencyModule } from './transparency/transparency.module.js';

/** The whole service in one process: database, chain, ingestion, and HTTP. */
@Module({
  imports: [
    ...[ServicePartsModule, ApiSettingsModule, ChainModule, NameModule, PaymentModule],
    ...[TransparencyModule, ApiModule],
  ],
})
export class ServiceModule implements OnApplicationBootstrap {
  constructor(private readonly chain: Chain) {}

  static with(settings: DynamicModule): DynamicModule {
    return { module: ServiceModule, imports: [settings] };
  }

  /** The demo chain grows once everything that follows it has been started. */
  onApplicationBootstrap(): void {
    this.chain.demo?.chain.startLife();
  }
}
