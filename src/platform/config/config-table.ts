import { VARIABLES } from './variables.js';

/** The table of environment variables in docs/settings.md, in Markdown. */
export function configTable(): string {
  const rows = Object.entries(VARIABLES).map(
    ([name, { byDefault, says }]) => `| \`${name}\` | ${byDefault} | ${says} |`,
  );
  return ['| variable | default | meaning |', '| --- | --- | --- |', ...rows].join('\n');
}
