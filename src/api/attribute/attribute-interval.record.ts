import type { ClaimInterval } from '../../claims/claims-at-block.reader.js';
import { orAbsent } from '../http/record/or-absent.js';
import type { AttributeIntervalDto } from './attribute-interval.dto.js';

export function attributeInterval({ id, startBlock, endBlock, value }: ClaimInterval): AttributeIntervalDto {
  return { attributeId: id, startBlock, ...orAbsent('endBlock', endBlock), ...orAbsent('value', value) };
}
