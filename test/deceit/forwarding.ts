const COPY_INPUT = 'CALLDATASIZE 0 0 CALLDATACOPY';
const GIVE_BACK =
  'RETURNDATASIZE 0 0 RETURNDATACOPY @ok JUMPI RETURNDATASIZE 0 REVERT ok: RETURNDATASIZE 0 RETURN';

/** Passes the call on to the account, without what it returns. */
export const passOn = (target: string, by: 'DELEGATECALL' | 'CALLCODE' = 'DELEGATECALL') =>
  `${COPY_INPUT} 0 0 CALLDATASIZE 0 ${by === 'CALLCODE' ? '0 ' : ''}${target} GAS ${by}`;
/** Passes the call on to the account, and returns what it returns. */
export const forward = (target: string, by?: 'DELEGATECALL' | 'CALLCODE') =>
  `${passOn(target, by)} ${GIVE_BACK}`;

/** Leaves the first word of an answer at place 0 of memory. */
export const ask = (account: string) => `32 0 0 0 ${account} GAS STATICCALL POP`;
/** Asks an account where to, and passes the call on to what is on top of the stack after `target`. */
export const asked = (account: string, target = 'DUP5') => `${ask(account)} 0 MLOAD ${forward(target)}`;
/** Dispatches a call to the label. */
export const dispatch = (selector: string, label: string) =>
  `0 CALLDATALOAD 224 SHR ${selector} EQ @${label} JUMPI`;
