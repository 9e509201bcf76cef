import { distinctAddresses, ETHER_ADDRESS, type Listing, noteOf } from './listing.js';

export const LIST_HEADER = 'address,entity,programmes,listed';

/** Reads a list in CSV without quotes. @throws Error naming every wrong line */
export function readCsvList(text: string): Listing {
  const [header = '', ...lines] = text.replace(/\r/g, '').trimEnd().split('\n');
  if (header !== LIST_HEADER) throw new Error(`the first line must be ${LIST_HEADER}`);
  const wrong: string[] = [];
  const addresses = lines.map((line, index) => {
    const [address = '', entity, programmes, listed, ...more] = line.split(',');
    const isRight = ETHER_ADDRESS.test(address.toLowerCase()) && more.length === 0;
    if (!isRight || (listed && !/^\d{4}-\d{2}-\d{2}$/.test(listed)))
      wrong.push(`line ${index + 2}: ${line.slice(0, 100)}`);
    const note = noteOf([entity, programmes, listed && `listed ${listed}`]);
    return { address: address.toLowerCase(), ...(note !== undefined && { note }) };
  });
  if (wrong.length > 0) throw new Error(`these lines are not ${LIST_HEADER}:\n${wrong.join('\n')}`);
  if (addresses.length === 0) throw new Error('the file has no address: an empty list would end every entry');
  return { addresses: distinctAddresses(addresses) };
}
