import type { ClaimName } from './proof.js';

/** `control:ownable` or `relation:owned_by/0x…`. */
export const claimText = ({ id, counterpart }: ClaimName): string =>
  counterpart === undefined ? id : `${id}/${counterpart}`;
