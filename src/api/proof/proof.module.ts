import { Module } from '@nestjs/common';
import { ClaimProofReader } from '../../claims/claim-proof.reader.js';
import { ProofReader } from '../../claims/proof.reader.js';
import { GetClaimProofHandler } from './get-claim-proof.query.js';
import { GetProofHandler } from './get-proof.query.js';
import { ProofController } from './proof.controller.js';

@Module({
  controllers: [ProofController],
  providers: [ClaimProofReader, ProofReader, GetClaimProofHandler, GetProofHandler],
})
export class ProofModule {}
