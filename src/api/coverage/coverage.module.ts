import { Module } from '@nestjs/common';
import { CoverageReader } from '../../records/coverage/coverage.reader.js';
import { CoverageController } from './coverage.controller.js';
import { GetCoverageHandler } from './get-coverage.query.js';

@Module({
  controllers: [CoverageController],
  providers: [CoverageReader, GetCoverageHandler],
})
export class CoverageModule {}
