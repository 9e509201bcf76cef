/**
 * The environment of the server's programs. The rest is left out: PG* variables would change their settings, and ours contains secrets that
 * their user must not see.
 */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const environment: NodeJS.ProcessEnv = { LC_ALL: 'C', TZ: 'UTC' };
  for (const name of ['PATH', 'TMPDIR', 'TEMP', 'SystemRoot']) {
    if (process.env[name] !== undefined) environment[name] = process.env[name];
  }
  return environment;
}
