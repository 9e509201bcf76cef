import { Module } from '@nestjs/common';
import { DefinitionReader } from '../../claims/definition.reader.js';
import { SubjectsReader } from '../../claims/subjects.reader.js';
import { chainController } from '../http/method/chain-controller.js';
import { GetDefinitionHandler, GetDefinitionQuery } from './get-definition.query.js';
import { GetDefinitionTextsHandler, GetDefinitionTextsQuery } from './get-definition-texts.query.js';
import {
  ListDefinitionSubjectsHandler,
  ListDefinitionSubjectsQuery,
} from './list-definition-subjects.query.js';
import { ListDefinitionsHandler, ListDefinitionsQuery } from './list-definitions.query.js';

@Module({
  controllers: [
    chainController(
      ListDefinitionsQuery,
      GetDefinitionQuery,
      GetDefinitionTextsQuery,
      ListDefinitionSubjectsQuery,
    ),
  ],
  providers: [
    DefinitionReader,
    SubjectsReader,
    ListDefinitionsHandler,
    GetDefinitionHandler,
    GetDefinitionTextsHandler,
    ListDefinitionSubjectsHandler,
  ],
})
export class DefinitionModule {}
