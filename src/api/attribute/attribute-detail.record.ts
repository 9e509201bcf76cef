import type { HeldAttribute } from '../../projection/graph/graph-store.reader.js';
import type { AttributeDetailDto } from './attribute-detail.dto.js';

export function attributeDetail({ id, referenceBlock }: HeldAttribute): AttributeDetailDto {
  return { attributeId: id, result: 'pass', referenceBlock };
}
