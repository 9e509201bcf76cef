import { type Data, get } from './service.js';

/** What points to risk of one address, and what of it is undecided. */
export type Screened = Data<'screening'>['addresses'][number];

/** The most addresses of one call. */
const AT_ONCE = 90;

/** What points to risk of each address, all at the end of one block. @param asked undefined for the newest */
export async function screenedAt(
  addresses: readonly string[],
  asked: number | undefined,
): Promise<ReadonlyMap<string, Screened>> {
  const found = new Map<string, Screened>();
  let block = asked;
  for (let at = 0; at < addresses.length; at += AT_ONCE) {
    const some = addresses.slice(at, at + AT_ONCE).join(',');
    const answer = await get('screening', {
      query: { addresses: some, ...(block !== undefined && { block }) },
    });
    block ??= answer.block;
    for (const one of answer.addresses) found.set(one.address, one);
  }
  return found;
}
