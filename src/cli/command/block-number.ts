/** Parses the block number of an option. @throws Error naming the option */
export function blockNumber(text: string, flag: string): number {
  if (!/^(0|[1-9]\d{0,15})$/.test(text))
    throw new Error(`${flag} must be a block number, and is ${JSON.stringify(text)}`);
  return Number(text);
}
