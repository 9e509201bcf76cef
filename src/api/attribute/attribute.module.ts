import { Module } from '@nestjs/common';
import { ClaimHistoryReader } from '../../claims/claim-history.reader.js';
import { ClaimsAtBlockReader } from '../../claims/claims-at-block.reader.js';
import { TypeHintsReader } from '../../projection/token/type-hints.reader.js';
import { chainController } from '../http/method/chain-controller.js';
import {
  GetAddressAttributeHistoryHandler,
  GetAddressAttributeHistoryQuery,
} from './get-address-attribute-history.query.js';
import {
  GetAddressAttributeIntervalsHandler,
  GetAddressAttributeIntervalsQuery,
} from './get-address-attribute-intervals.query.js';
import { GetAddressAttributesHandler, GetAddressAttributesQuery } from './get-address-attributes.query.js';
import {
  GetAddressAttributesAtBlockHandler,
  GetAddressAttributesAtBlockQuery,
} from './get-address-attributes-at-block.query.js';
import { ListAddressAttributesHandler, ListAddressAttributesQuery } from './list-address-attributes.query.js';
@Module({
  controllers: [
    chainController(
      GetAddressAttributesQuery,
      ListAddressAttributesQuery,
      GetAddressAttributesAtBlockQuery,
      GetAddressAttributeHistoryQuery,
      GetAddressAttributeIntervalsQuery,
    ),
  ],
  providers: [
    TypeHintsReader,
    ClaimHistoryReader,
    ClaimsAtBlockReader,
    GetAddressAttributesHandler,
    ListAddressAttributesHandler,
    GetAddressAttributesAtBlockHandler,
    GetAddressAttributeHistoryHandler,
    GetAddressAttributeIntervalsHandler,
  ],
  exports: [ClaimHistoryReader, ClaimsAtBlockReader],
})
export class AttributeModule {}
