import { Module } from '@nestjs/common';
import { ClaimProofReader } from '../../claims/claim-proof.reader.js';
import { ProofReader } from '../../claims/proof.reader.js';
import { chainController } from '../http/method/chain-controller.js';
import { GetAttributeProofHandler, GetAttributeProofQuery } from './get-attribute-proof.query.js';
import { GetProofHandler, GetProofQuery } from './get-proof.query.js';
import { GetRelationProofHandler, GetRelationProofQuery } from './get-relation-proof.query.js';

@Module({
  controllers: [chainController(GetAttributeProofQuery, GetRelationProofQuery, GetProofQuery)],
  providers: [
    ClaimProofReader,
    ProofReader,
    GetAttributeProofHandler,
    GetRelationProofHandler,
    GetProofHandler,
  ],
})
export class ProofModule {}
