import type { ClaimName } from './proof.js';

/** `control:ownable` or `relation:owned_by/0x…`. */
export function readClaim(subject: string, text: string): ClaimName {
  const [id = '', counterpart] = text.split('/');
  return {
    address: subject,
    id,
    ...(counterpart !== undefined && { counterpart: counterpart.toLowerCase() }),
  };
}

export const claimText = ({ id, counterpart }: ClaimName): string =>
  counterpart === undefined ? id : `${id}/${counterpart}`;
