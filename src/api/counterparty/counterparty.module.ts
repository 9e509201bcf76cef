import { Module } from '@nestjs/common';
import { CounterpartiesReader } from '../../projection/counterparty/counterparties.reader.js';
import { CounterpartyController } from './counterparty.controller.js';
import { GetAddressCounterpartiesHandler } from './get-address-counterparties.query.js';

@Module({
  controllers: [CounterpartyController],
  providers: [CounterpartiesReader, GetAddressCounterpartiesHandler],
})
export class CounterpartyModule {}
