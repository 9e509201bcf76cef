import { runAt } from '../shared/command-host.js';

/** The command line for a shell. The host at `COMMAND_HOST` runs it, since loading it anew takes longer than most commands. */
const { COMMAND_HOST, ...environment } = process.env;
const { code, out, err } = await runAt(COMMAND_HOST!, { parameters: process.argv.slice(2), environment });
process.stdout.write(out);
process.stderr.write(err);
process.exitCode = code ?? 1;
