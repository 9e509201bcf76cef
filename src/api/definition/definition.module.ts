import { Module } from '@nestjs/common';
import { DefinitionReader } from '../../claims/definition.reader.js';
import { chainController } from '../http/method/chain-controller.js';
import { GetDefinitionHandler, GetDefinitionQuery } from './get-definition.query.js';
import { ListDefinitionsHandler, ListDefinitionsQuery } from './list-definitions.query.js';

@Module({
  controllers: [chainController(ListDefinitionsQuery, GetDefinitionQuery)],
  providers: [DefinitionReader, ListDefinitionsHandler, GetDefinitionHandler],
})
export class DefinitionModule {}
