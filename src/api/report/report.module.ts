import { Module } from '@nestjs/common';
import { ClaimsOfManyReader } from '../../claims/claims-of-many.reader.js';
import { DefinitionReader } from '../../claims/definition.reader.js';
import { NodeHostReader } from '../../records/coverage/node-host.reader.js';
import { chainController } from '../http/method/chain-controller.js';
import { ReportGatherer } from './gather-report.js';
import { GetReportHandler, GetReportQuery } from './get-report.query.js';

@Module({
  controllers: [chainController(GetReportQuery)],
  providers: [ClaimsOfManyReader, DefinitionReader, NodeHostReader, ReportGatherer, GetReportHandler],
})
export class ReportModule {}
