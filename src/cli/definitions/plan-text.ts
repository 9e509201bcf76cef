import type { Plan } from '../../engine/reevaluation/plan.js';
import { textTable } from '../text/text-table.js';

/** A plan as text for people. */
export function planText({ served, next, changes, resting, removed, unread }: Plan): string {
  const rows = changes.map(({ id, why, subjects }) => [id, why, `${subjects}`]);
  const lines = [
    `served      ${served}`,
    `next        ${next}`,
    '',
    changes.length === 0
      ? 'nothing has to be evaluated again'
      : textTable(['definition', 'why', 'addresses'], rows),
  ];
  if (resting.length > 0)
    lines.push('', `their dependents, where these claims change: ${resting.join(', ')}`);
  if (removed.length > 0) lines.push('', `removed: ${removed.join(', ')}`);
  if (unread.length > 0) {
    const sources = unread.length === 1 ? 'a fact source' : `${unread.length} fact sources`;
    lines.push('', `the log has to be read for ${sources}: ${unread.join(', ')}`);
  }
  return lines.join('\n');
}
