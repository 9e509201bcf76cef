import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { CHAIN_PATH } from '../http/chain.js';
import { Method, Parameters } from '../http/method/method.decorator.js';
import { GetClaimProofQuery } from './get-claim-proof.query.js';
import { GetProofQuery } from './get-proof.query.js';
import { GET_ATTRIBUTE_PROOF, GET_PROOF, GET_RELATION_PROOF } from './proof.methods.js';
import { AttributeProofParameters, ProofParameters, RelationProofParameters } from './proof.parameters.js';

@Controller(CHAIN_PATH)
export class ProofController {
  constructor(private readonly queries: QueryBus) {}

  @Method('addresses/:address/attributes/:attributeId/proof', GET_ATTRIBUTE_PROOF)
  getAttributeProof(@Parameters() { address, attributeId, block }: AttributeProofParameters) {
    return this.queries.execute(
      new GetClaimProofQuery({ kind: 'attribute', id: attributeId, subject: address }, block),
    );
  }

  @Method('addresses/:address/relations/:relationId/:counterpart/proof', GET_RELATION_PROOF)
  getRelationProof(@Parameters() { address, relationId, counterpart, block }: RelationProofParameters) {
    return this.queries.execute(
      new GetClaimProofQuery(
        { kind: 'relation', id: relationId, subject: address, object: counterpart },
        block,
      ),
    );
  }

  @Method('proofs/:proofHash', GET_PROOF)
  getProof(@Parameters() parameters: ProofParameters) {
    return this.queries.execute(new GetProofQuery(parameters));
  }
}
