import { Module } from '@nestjs/common';
import { AttributeModule } from '../attribute/attribute.module.js';
import { chainController } from '../http/method/chain-controller.js';
import { LargeAnswersModule } from '../http/method/large-answers.module.js';
import {
  GetAddressRelationHistoryHandler,
  GetAddressRelationHistoryQuery,
} from './get-address-relation-history.query.js';
import {
  GetAddressRelationIntervalsHandler,
  GetAddressRelationIntervalsQuery,
} from './get-address-relation-intervals.query.js';
import {
  GetAddressRelationsAtBlockHandler,
  GetAddressRelationsAtBlockQuery,
} from './get-address-relations-at-block.query.js';
import { ListAddressRelationsHandler, ListAddressRelationsQuery } from './list-address-relations.query.js';

@Module({
  imports: [AttributeModule, LargeAnswersModule],
  controllers: [
    chainController(
      ListAddressRelationsQuery,
      GetAddressRelationsAtBlockQuery,
      GetAddressRelationHistoryQuery,
      GetAddressRelationIntervalsQuery,
    ),
  ],
  providers: [
    ListAddressRelationsHandler,
    GetAddressRelationsAtBlockHandler,
    GetAddressRelationHistoryHandler,
    GetAddressRelationIntervalsHandler,
  ],
})
export class RelationModule {}
