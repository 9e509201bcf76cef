import { Module } from '@nestjs/common';
import { NameSearchReader } from '../../projection/name/name-search.reader.js';
import { AddressModule } from '../address/address.module.js';
import { chainController } from '../http/method/chain-controller.js';
import { ResolveEntityHandler, ResolveEntityQuery } from './resolve-entity.query.js';

@Module({
  imports: [AddressModule],
  controllers: [chainController(ResolveEntityQuery)],
  providers: [NameSearchReader, ResolveEntityHandler],
})
export class ResolveModule {}
