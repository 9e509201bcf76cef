import { Module } from '@nestjs/common';
import { CoverageReader } from '../../records/coverage/coverage.reader.js';
import { chainController } from '../http/method/chain-controller.js';
import { GetCoverageHandler, GetCoverageQuery } from './get-coverage.query.js';

@Module({
  controllers: [chainController(GetCoverageQuery)],
  providers: [CoverageReader, GetCoverageHandler],
})
export class CoverageModule {}
