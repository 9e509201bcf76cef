import { proxyVerdict } from '../../bytecode/proxy-verdict.js';
import type { TypeHintRow } from '../../projection/token/type-hints.reader.js';
import { orAbsent } from '../http/record/or-absent.js';
import type { TypeHintsDto } from './type-hints.dto.js';

/** The type that rows of code, tokens and transactions suggest; code outweighs emitted events, and these outweigh sent transactions. */
export function typeHintsRecord(row: TypeHintRow): TypeHintsDto {
  const basis = [
    ...(row.code === null ? [] : ['code']),
    ...(row.tokenStandard === null ? [] : ['transfer_events']),
    ...(row.hasSent ? ['activity'] : []),
  ];
  return {
    accountType: accountType(row),
    basis,
    ...orAbsent('tokenStandard', row.tokenStandard),
    ...(row.proxyPattern && {
      proxyFamily: proxyVerdict(row.proxyPattern, new Set(row.slotsHeld)).family,
    }),
  };
}

function accountType({ code, tokenStandard, hasSent }: TypeHintRow): TypeHintsDto['accountType'] {
  if (code === 'delegation') return 'delegated_account';
  // Only contracts emit events.
  if (code === 'contract' || tokenStandard !== null) return 'contract';
  return hasSent ? 'externally_owned' : 'undetermined';
}
