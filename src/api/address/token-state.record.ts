import type { PresentedAddress } from '../../projection/name/presentation.reader.js';
import { orAbsent } from '../http/record/or-absent.js';
import type { TokenStateDto } from './address-state.dto.js';

/** The stored data of an address as a token. */
export function tokenStateRecord(declaration: PresentedAddress['declaration']): TokenStateDto {
  if (declaration === undefined) return { state: 'absent' };
  if (declaration === 'unavailable') return { state: 'unavailable' };
  return {
    state: 'found',
    ...orAbsent('symbol', declaration.symbol),
    ...orAbsent('name', declaration.name),
  };
}
