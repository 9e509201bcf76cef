import { Module } from '@nestjs/common';
import { DefinitionReader } from '../../claims/definition.reader.js';
import { chainController } from '../http/method/chain-controller.js';
import { GetRegistryHandler, GetRegistryQuery } from './get-registry.query.js';
import { ListRegistriesHandler, ListRegistriesQuery } from './list-registries.query.js';
import { ListRegistryEntriesHandler, ListRegistryEntriesQuery } from './list-registry-entries.query.js';

@Module({
  controllers: [chainController(ListRegistriesQuery, GetRegistryQuery, ListRegistryEntriesQuery)],
  providers: [DefinitionReader, ListRegistriesHandler, GetRegistryHandler, ListRegistryEntriesHandler],
})
export class RegistryModule {}
