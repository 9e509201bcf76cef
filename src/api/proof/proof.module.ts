import { Module } from '@nestjs/common';
import { ClaimProofReader } from '../../projection/proof/claim-proof.reader.js';
import { ProofReader } from '../../projection/proof/proof.reader.js';
import { GetClaimProofHandler } from './get-claim-proof.query.js';
import { GetProofHandler } from './get-proof.query.js';
import { ProofController } from './proof.controller.js';

@Module({
  controllers: [ProofController],
  providers: [ClaimProofReader, ProofReader, GetClaimProofHandler, GetProofHandler],
})
export class ProofModule {}
