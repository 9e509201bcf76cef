import type { ClaimInterval } from '../../claims/claims-at-block.reader.js';
import type { HeldRelation } from '../../projection/graph/graph-store.reader.js';
import { orAbsent } from '../http/record/or-absent.js';
import type { RelationDto } from './relation.dto.js';
import type { RelationIntervalDto } from './relation-interval.dto.js';

export function relationRecord({ id, counterpart, referenceBlock, value }: HeldRelation): RelationDto {
  return { attributeId: id, counterpart, result: 'pass', referenceBlock, ...orAbsent('value', value) };
}

export function relationInterval({
  id,
  counterpart,
  startBlock,
  endBlock,
  value,
}: ClaimInterval): RelationIntervalDto {
  return {
    attributeId: id,
    // Only attributes have none.
    counterpart: counterpart!,
    startBlock,
    ...orAbsent('endBlock', endBlock),
    ...orAbsent('value', value),
  };
}
