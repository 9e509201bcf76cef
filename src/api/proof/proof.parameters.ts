import { ADDRESS, COUNTERPART } from '../http/parameter/address.kind.js';
import { AT_BLOCK } from '../http/parameter/block-number.kind.js';
import { ATTRIBUTE_ID, RELATION_ID } from '../http/parameter/claim-id.kind.js';
import { PathParameter, QueryParameter } from '../http/parameter/parameter.decorator.js';
import { PROOF_HASH } from '../http/parameter/proof-hash.kind.js';

export abstract class AttributeProofParameters {
  @PathParameter(ADDRESS)
  readonly address!: string;

  @PathParameter(ATTRIBUTE_ID)
  readonly attributeId!: string;

  @QueryParameter(AT_BLOCK)
  readonly block!: number | undefined;
}

export abstract class RelationProofParameters {
  @PathParameter(ADDRESS)
  readonly address!: string;

  @PathParameter(RELATION_ID)
  readonly relationId!: string;

  @PathParameter(COUNTERPART)
  readonly counterpart!: string;

  @QueryParameter(AT_BLOCK)
  readonly block!: number | undefined;
}

export abstract class ProofParameters {
  @PathParameter(PROOF_HASH)
  readonly proofHash!: string;
}
