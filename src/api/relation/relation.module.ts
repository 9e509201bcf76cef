import { Module } from '@nestjs/common';
import { ClaimHistoryReader } from '../../claims/claim-history.reader.js';
import { ClaimsAtBlockReader } from '../../claims/claims-at-block.reader.js';
import { chainController } from '../http/method/chain-controller.js';
import {
  GetAddressRelationHistoryHandler,
  GetAddressRelationHistoryQuery,
} from './get-address-relation-history.query.js';
import {
  GetAddressRelationsAtBlockHandler,
  GetAddressRelationsAtBlockQuery,
} from './get-address-relations-at-block.query.js';
import { ListAddressRelationsHandler, ListAddressRelationsQuery } from './list-address-relations.query.js';

@Module({
  controllers: [
    chainController(
      ListAddressRelationsQuery,
      GetAddressRelationsAtBlockQuery,
      GetAddressRelationHistoryQuery,
    ),
  ],
  providers: [
    ClaimHistoryReader,
    ClaimsAtBlockReader,
    ListAddressRelationsHandler,
    GetAddressRelationsAtBlockHandler,
    GetAddressRelationHistoryHandler,
  ],
})
export class RelationModule {}
