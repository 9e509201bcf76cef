import { Module } from '@nestjs/common';
import { ExplanationReader } from '../../bundle/explanation.reader.js';
import { chainController } from '../http/method/chain-controller.js';
import { ExplainAttributeHandler, ExplainAttributeQuery } from './explain-attribute.query.js';
import { ExplainRelationHandler, ExplainRelationQuery } from './explain-relation.query.js';

@Module({
  controllers: [chainController(ExplainAttributeQuery, ExplainRelationQuery)],
  providers: [ExplanationReader, ExplainAttributeHandler, ExplainRelationHandler],
})
export class ExplanationModule {}
