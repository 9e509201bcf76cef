import { concatHex, type Hex, keccak256, numberToHex, padHex, size } from 'viem';

const TRANSFER = keccak256(Buffer.from('Transfer(address,address,uint256)'));
/** The topic that the contracts log. */
export const NOTED = keccak256(Buffer.from('Noted()'));

/** Creation code that deploys the rest of itself. */
const deploying = (runtime: Hex): Hex =>
  concatHex(['0x60', numberToHex(size(runtime), { size: 1 }), '0x8060095f395ff3', runtime]);
/** Calls an address with all the ether that was received, and ignores failure. */
const callingWithValue = (address: Hex): Hex => concatHex(['0x5f5f5f5f3473', address, '0x5af150']);
const NOTING = concatHex(['0x7f', NOTED, '0x5f5fa1']);

/** Passes on the ether that it receives, and logs before and after. */
export const passingOn = (to: Hex): Hex =>
  deploying(concatHex([NOTING, callingWithValue(to), NOTING, '0x00']));
/** Logs, then reverts. */
export const refusing = (): Hex => deploying(concatHex([NOTING, '0x5f5ffd']));
/** Stores the wei of the last call in its first slot. */
export const keeping = (): Hex => deploying('0x345f5500');
/** Logs that its caller transferred five units to an address. */
export const token = (to: Hex): Hex =>
  deploying(concatHex(['0x60055f5273', to, '0x337f', TRANSFER, '0x60205fa300']));
/** Each call creates two contracts without code. */
export const breeding = (): Hex => deploying('0x5f5f5ff0505f5f5ff05000');
/** Creation code that sends its ether to an address by SELFDESTRUCT, and leaves no contract. */
export const mayfly = (to: Hex): Hex => concatHex(['0x73', to, '0xff']);

export const addressOf = (byte: number): Hex => padHex(numberToHex(byte), { size: 20 });
