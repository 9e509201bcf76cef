import { Module } from '@nestjs/common';
import { Registry } from 'prom-client';
import { PaymentService } from '../../api/access/payment/payment-service.js';
import { Config } from '../../platform/config/config.js';
import { Chain } from '../chain/chain.js';
import { ChainModule } from '../chain/chain.module.js';
import { DatabaseModule } from '../database/database.module.js';
import { PrimaryPool } from '../database/primary-pool.js';
import { Ports } from '../preflight/ports.js';
import { PreflightModule } from '../preflight/preflight.module.js';
import { chainPayments, createPaymentService } from './create-payment-service.js';

/** `PaymentService` is undefined where single calls are not sold. */
@Module({
  imports: [PreflightModule, DatabaseModule, ChainModule],
  providers: [
    {
      provide: PaymentService,
      inject: [Config, Ports, PrimaryPool, Registry, Chain],
      useFactory: (
        config: Config,
        { pay }: Ports,
        { pool }: PrimaryPool,
        registry: Registry,
        { demo }: Chain,
      ) =>
        pay === undefined
          ? undefined
          : createPaymentService(config, {
              port: pay,
              pool,
              registry,
              ...(demo && { chain: chainPayments(demo) }),
            }),
    },
  ],
  exports: [PaymentService],
})
export class PaymentModule {}
