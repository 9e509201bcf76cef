import { Module } from '@nestjs/common';
import { EvidenceReader } from '../../records/log/evidence.reader.js';
import { chainController } from '../http/method/chain-controller.js';
import { GetEvidenceHandler, GetEvidenceQuery } from './get-evidence.query.js';

@Module({ controllers: [chainController(GetEvidenceQuery)], providers: [EvidenceReader, GetEvidenceHandler] })
export class EvidenceModule {}
