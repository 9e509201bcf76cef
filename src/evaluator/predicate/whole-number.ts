/** 2^256 has 78 digits. */
const NUMBER = /^([0-9]{1,78}|0x[0-9a-f]{1,64})$/;

/** Whether both texts are whole numbers, in decimal or as words, and the first is not the smaller one. */
export function isAtLeast(one: string, other: string): boolean {
  return NUMBER.test(one) && NUMBER.test(other) && BigInt(one) >= BigInt(other);
}
