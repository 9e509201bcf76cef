import { Module } from '@nestjs/common';
import { ClaimHistoryReader } from '../../claims/claim-history.reader.js';
import { ClaimsAtBlockReader } from '../../claims/claims-at-block.reader.js';
import { TypeHintsReader } from '../../projection/token/type-hints.reader.js';
import { AttributeController } from './attribute.controller.js';
import { GetAddressAttributeHistoryHandler } from './get-address-attribute-history.query.js';
import { GetAddressAttributesHandler } from './get-address-attributes.query.js';
import { GetAddressAttributesAtBlockHandler } from './get-address-attributes-at-block.query.js';
import { ListAddressAttributesHandler } from './list-address-attributes.query.js';

@Module({
  controllers: [AttributeController],
  providers: [
    TypeHintsReader,
    ClaimHistoryReader,
    ClaimsAtBlockReader,
    GetAddressAttributesHandler,
    ListAddressAttributesHandler,
    GetAddressAttributesAtBlockHandler,
    GetAddressAttributeHistoryHandler,
  ],
})
export class AttributeModule {}
