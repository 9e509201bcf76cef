import { Module } from '@nestjs/common';
import { CounterpartiesReader } from '../../projection/counterparty/counterparties.reader.js';
import { chainController } from '../http/method/chain-controller.js';
import {
  GetAddressCounterpartiesHandler,
  GetAddressCounterpartiesQuery,
} from './get-address-counterparties.query.js';

@Module({
  controllers: [chainController(GetAddressCounterpartiesQuery)],
  providers: [CounterpartiesReader, GetAddressCounterpartiesHandler],
})
export class CounterpartyModule {}
