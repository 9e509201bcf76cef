import type { ViewType } from '../../src/domain/chain/codec/view-value.js';
import type { MadeResult, Views } from '../simulation/made-views.js';
import type { Looks } from './looks.js';
import type { CurrentFact, RangeFold } from './range-fold.js';

/** Subject of reads of view call results, which may change at every block. */
export const ANY_VIEW = 'views';
/** Sizes of parameter types of view calls. */
const BITS: Readonly<Record<string, number>> = { uint24: 24, uint256: 256 };

/** A view call, or an observed delegation, whose call data is `0x`, or `0xffffffff` and a selector. */
export interface Run {
  readonly address: string;
  readonly data: string;
  readonly type: ViewType | 'delegation';
}

/** Where and when a call is executed. */
interface Place {
  readonly looks: Looks;
  readonly fold: RangeFold;
  readonly views: Views | undefined;
}

/** The result of a view call, or the target of a delegation. */
export function executed(run: Run, context: Place): CurrentFact | undefined | 'unknown' {
  const result = resultOf(run, context);
  if (result === 'unknown') return result;
  if (result === 'none' || Array.isArray(result)) return undefined;
  const value = result as string | Readonly<Record<string, string>>;
  return factOf(run, context, { key: run.data, value }, (before) => same(before, result));
}

/** The elements of a list that a view call returns, ascending. A single undefined stands for an unknown list. */
export function listed(run: Run, context: Place): readonly (CurrentFact | undefined)[] {
  const result = resultOf(run, context);
  if (result === 'unknown') return [undefined];
  if (!Array.isArray(result)) return [];
  return [...(result as readonly string[])]
    .sort()
    .map((element) =>
      factOf(
        run,
        context,
        { key: `${run.data}${element.slice(2)}`, value: element },
        (before) => Array.isArray(before) && before.includes(element),
      ),
    );
}

/** The word of an argument; undefined if it has another type. */
export function wordOf(text: string, type: string): string | undefined {
  if (/^0x[0-9a-f]{40}$/.test(text)) return type === 'address' ? text.slice(2).padStart(64, '0') : undefined;
  if (/^0x[0-9a-f]{64}$/.test(text)) {
    if (type === 'uint24') return undefined;
    if (type === 'bytes4' && !text.endsWith('0'.repeat(56))) return undefined;
    return type === 'address' && !/^0x0{24}/.test(text) ? undefined : text.slice(2);
  }
  const bits = BITS[type];
  if (bits === undefined || !/^(0|[1-9]\d*)$/.test(text) || BigInt(text) >= 2n ** BigInt(bits))
    return undefined;
  return BigInt(text).toString(16).padStart(64, '0');
}

function resultOf({ address, data, type }: Run, { looks, views }: Place): MadeResult {
  if (views === undefined) return 'unknown';
  const text = looks.look(ANY_VIEW, (block) => JSON.stringify(views.at(address, data, type, block)));
  return JSON.parse(text) as MadeResult;
}

/** The fact begins after the last block of the range with another result. */
function factOf(
  { address, data, type }: Run,
  { looks, fold, views }: Place,
  { key, value }: Pick<CurrentFact, 'key' | 'value'>,
  isSame: (before: MadeResult) => boolean,
): CurrentFact {
  const start = looks.look(ANY_VIEW, (block) => {
    let first = block;
    while (first > fold.fromBlock && isSame(views!.at(address, data, type, first - 1))) first--;
    return isSame(views!.at(address, data, type, block)) ? first : -1;
  });
  const of = type === 'delegation' ? 'delegation' : 'view';
  const named = data === '0x' ? '' : `:0x${data.slice(10)}`;
  const call = type === 'delegation' ? named : `:${data}`;
  return { key, value, start, evidence: [`${of}:1:${fold.hashOf(start)}:${address}${call}`], place: [] };
}

function same(one: MadeResult, other: MadeResult): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
