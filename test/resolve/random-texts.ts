import type { Address } from '../../src/domain/chain/hex.js';
import { carriesHex, folded, lengthOf } from '../../src/projection/name/findable-text.js';
import type { TextRow } from '../../src/projection/name/text-rows.js';
import { Prng } from '../simulation/prng.js';

/** Rare and frequent words of several scripts, and some with special characters of patterns. */
const WORDS =
  'coin token usd inu swap pool finance doge pepe moon gold dao ai x % _ \\ \u00e9t\u00e9 \u6bd4\u7279\u5e01 \ud83d\ude80\ud83c\udf15 \u0434\u043e\u0433 a.eth 0xfeedfacefeedface00 1234567890123'.split(
    ' ',
  );

/** Texts like those of tokens and names: many equal ones, few holders for most, and groups of all sizes. */
export function randomTexts(addresses: number, seed: number): TextRow[] {
  const dice = new Prng(seed);
  const share = () => dice.next() / 2 ** 32;
  // The first words are the most frequent.
  const word = () => WORDS[Math.floor(WORDS.length * share() ** 3)]!;
  const text = () =>
    Array.from({ length: dice.between(1, 3) }, word).join(dice.pick([' ', ''])) +
    (dice.chance(0.3) ? dice.between(0, 999).toString(36) : '');
  return Array.from({ length: addresses }, (_, at) => {
    const standing_group = dice.chance(0.02)
      ? 1
      : dice.chance(0.05)
        ? 2
        : dice.chance(0.07)
          ? dice.pick([4, 5])
          : 3;
    const holders = dice.chance(0.3) ? -1 : Math.floor(2 ** (share() * 12)) - 1;
    const address: Address = `0x${at.toString(16).padStart(40, '0')}`;
    const kinds = standing_group === 3 ? [2, 3] : dice.pick([[1], [1, 2, 3], [2, 3]]);
    return kinds.map((matched_on) => {
      const said = folded([...text()].slice(0, matched_on === 2 ? dice.between(3, 9) : 60).join(''));
      return {
        address,
        matched_on,
        folded: said,
        length: lengthOf(said),
        carries_hex: carriesHex(said),
        standing_group,
        holders,
      };
    });
  }).flat();
}
