import { Module } from '@nestjs/common';
import { LightClientReader } from '../../bundle/light-client.reader.js';
import { ProofBundleReader } from '../../bundle/proof-bundle.reader.js';
import { ClaimProofReader } from '../../claims/claim-proof.reader.js';
import { ProofReader } from '../../claims/proof.reader.js';
import { chainController } from '../http/method/chain-controller.js';
import { GetAttributeProofHandler, GetAttributeProofQuery } from './get-attribute-proof.query.js';
import {
  GetAttributeProofBundleHandler,
  GetAttributeProofBundleQuery,
} from './get-attribute-proof-bundle.query.js';
import { GetProofHandler, GetProofQuery } from './get-proof.query.js';
import { GetRelationProofHandler, GetRelationProofQuery } from './get-relation-proof.query.js';
import {
  GetRelationProofBundleHandler,
  GetRelationProofBundleQuery,
} from './get-relation-proof-bundle.query.js';

@Module({
  controllers: [
    chainController(
      GetAttributeProofQuery,
      GetRelationProofQuery,
      GetProofQuery,
      GetAttributeProofBundleQuery,
      GetRelationProofBundleQuery,
    ),
  ],
  providers: [
    ClaimProofReader,
    ProofReader,
    ProofBundleReader,
    LightClientReader,
    GetAttributeProofHandler,
    GetRelationProofHandler,
    GetProofHandler,
    GetAttributeProofBundleHandler,
    GetRelationProofBundleHandler,
  ],
})
export class ProofModule {}
