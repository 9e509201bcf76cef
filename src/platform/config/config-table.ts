import './environment-variables.js';
import { VARIABLES } from './variable.js';

/** The table of environment variables in docs/settings.md, in Markdown. */
export function configTable(): string {
  const rows = [...VARIABLES].map(
    ([name, { byDefault, says }]) => `| \`${name}\` | ${byDefault} | ${says} |`,
  );
  return ['| variable | default | meaning |', '| --- | --- | --- |', ...rows].join('\n');
}
