import { Module } from '@nestjs/common';
import { EvaluatedNaturesReader } from '../../projection/graph/evaluated-natures.reader.js';
import { NameSearchReader } from '../../projection/name/name-search.reader.js';
import { PresentationReader } from '../../projection/name/presentation.reader.js';
import { TypeStates } from '../address/type-states.js';
import { chainController } from '../http/method/chain-controller.js';
import { ResolveEntityHandler, ResolveEntityQuery } from './resolve-entity.query.js';

@Module({
  controllers: [chainController(ResolveEntityQuery)],
  providers: [NameSearchReader, PresentationReader, EvaluatedNaturesReader, TypeStates, ResolveEntityHandler],
})
export class ResolveModule {}
