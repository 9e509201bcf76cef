import { capabilityRows, type NodeCapabilities } from '../../node/execution/capabilities.js';
import { textTable } from './text-table.js';

/** The capabilities of each node, and which records are lost without them, as text. */
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
