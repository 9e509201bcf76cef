import { useAsOf } from '../app/context.js';
import { to } from '../app/location.js';
import { riskLists } from '../app/registries.js';
import { dataOf, useAnswer } from '../app/use-answer.js';

/** The lists behind what is said of risk, with their dates: a “nothing found” is worth as much as they are. */
export function ListsConsulted() {
  const { coverage } = useAsOf();
  const lists = dataOf(useAnswer(riskLists, []));
  return (
    <p class="footnote">
      * Consulted:{' '}
      {lists?.map(({ id, title, retrieved }, at) => (
        <span key={id}>
          {at > 0 && '; '}
          <a href={to('registries', { list: id })}>{title}</a> of {retrieved}
        </span>
      ))}
      {lists && lists.length > 0 && '; '}
      blacklists of USDC and USDT and pools of mixers by their events
      {coverage && <>, up to block {coverage.head.number}</>}. What is on no list and in no block is not seen.
    </p>
  );
}
