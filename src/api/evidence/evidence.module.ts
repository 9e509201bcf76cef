import { Module } from '@nestjs/common';
import { TransactionFramesReader } from '../../records/frame/transaction-frames.reader.js';
import { EvidenceReader } from '../../records/log/evidence.reader.js';
import { chainController } from '../http/method/chain-controller.js';
import { GetEvidenceHandler, GetEvidenceQuery } from './get-evidence.query.js';

@Module({
  controllers: [chainController(GetEvidenceQuery)],
  providers: [EvidenceReader, TransactionFramesReader, GetEvidenceHandler],
})
export class EvidenceModule {}
