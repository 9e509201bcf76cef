import { Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { PaymentEntity } from '../../api/access/payment/payment.entity.js';
import { PaymentRecords } from '../../api/access/payment/payment-records.js';
import { CommandEntitiesModule } from '../command/command-entities.module.js';
import { balanceTable, paymentTable } from './payment-text.js';

export interface PaymentsOptions {
  readonly limit?: number;
}

/** `payments`. */
@Module({ imports: [CommandEntitiesModule] })
export class Payments {
  private readonly records: PaymentRecords;

  constructor(source: DataSource) {
    this.records = new PaymentRecords(source.getRepository(PaymentEntity));
  }

  async run({ limit = 50 }: PaymentsOptions): Promise<void> {
    const payments = await this.records.newest(limit);
    if (payments.length === 0 && limit > 0) {
      console.log('there are no payments yet');
      return;
    }
    const balances = await this.records.byToken();
    console.log(`${paymentTable(payments)}\n\n${balanceTable(balances)}`);
  }
}
