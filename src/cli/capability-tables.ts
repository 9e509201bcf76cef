import { capabilityRows, type NodeCapabilities } from '../source/execution/capabilities.js';
import { textTable } from './text-table.js';

/** What each node can give and what is lost without, as text. */
export function capabilityTables(
  nodes: readonly { readonly name: string; readonly capabilities: NodeCapabilities }[],
): string {
  return nodes
    .map(({ name, capabilities }) => {
      const rows = capabilityRows(capabilities).map(({ need, given, without }) => [need, given, without]);
      return `node ${name} (${capabilities.client})\n${textTable(['need', 'given by', 'if not given'], rows)}`;
    })
    .join('\n\n');
}
