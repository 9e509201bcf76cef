import type { NameMatch } from '../../projection/name/name-search.reader.js';
import type { TypeStateDto } from '../address/address-state.dto.js';
import { tokenStateRecord } from '../address/token-state.record.js';
import type { ResolveMatchDto } from './resolve-result.dto.js';

/** The record of an address that was found by a text. */
export function resolveMatchRecord(
  { address, matchedOn, closeness, presentation, declaration }: NameMatch,
  type: TypeStateDto,
): ResolveMatchDto {
  return {
    address,
    matchedOn,
    match: closeness,
    type,
    token: tokenStateRecord(declaration),
    ...presentation,
  };
}
