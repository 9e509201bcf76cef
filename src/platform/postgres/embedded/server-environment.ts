/**
 * What the server's programs get of our environment. Not the rest: PG* variables would change their settings, and
 * ours hold secrets that the user they run as has no business with.
 */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const environment: NodeJS.ProcessEnv = { LC_ALL: 'C', TZ: 'UTC' };
  for (const name of ['PATH', 'TMPDIR', 'TEMP', 'SystemRoot']) {
    if (process.env[name] !== undefined) environment[name] = process.env[name];
  }
  return environment;
}
