import { Module } from '@nestjs/common';
import { ClaimHistoryReader } from '../../claims/claim-history.reader.js';
import { ClaimsAtBlockReader } from '../../claims/claims-at-block.reader.js';
import { GetAddressRelationHistoryHandler } from './get-address-relation-history.query.js';
import { GetAddressRelationsAtBlockHandler } from './get-address-relations-at-block.query.js';
import { ListAddressRelationsHandler } from './list-address-relations.query.js';
import { RelationController } from './relation.controller.js';

@Module({
  controllers: [RelationController],
  providers: [
    ClaimHistoryReader,
    ClaimsAtBlockReader,
    ListAddressRelationsHandler,
    GetAddressRelationsAtBlockHandler,
    GetAddressRelationHistoryHandler,
  ],
})
export class RelationModule {}
