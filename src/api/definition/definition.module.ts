import { Module } from '@nestjs/common';
import { DefinitionReader } from '../../claims/definition.reader.js';
import { DefinitionController } from './definition.controller.js';
import { GetDefinitionHandler } from './get-definition.query.js';
import { ListDefinitionsHandler } from './list-definitions.query.js';

@Module({
  controllers: [DefinitionController],
  providers: [DefinitionReader, ListDefinitionsHandler, GetDefinitionHandler],
})
export class DefinitionModule {}
