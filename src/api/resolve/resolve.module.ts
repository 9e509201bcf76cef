import { Module } from '@nestjs/common';
import { EvaluatedNaturesReader } from '../../projection/graph/evaluated-natures.reader.js';
import { NameSearchReader } from '../../projection/name/name-search.reader.js';
import { PresentationReader } from '../../projection/name/presentation.reader.js';
import { TypeStates } from '../address/type-states.js';
import { ResolveController } from './resolve.controller.js';
import { ResolveEntityHandler } from './resolve-entity.query.js';

@Module({
  controllers: [ResolveController],
  providers: [NameSearchReader, PresentationReader, EvaluatedNaturesReader, TypeStates, ResolveEntityHandler],
})
export class ResolveModule {}
