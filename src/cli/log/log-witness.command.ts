import { SubCommand } from 'nest-commander';
import { runIn } from '../command/run-in.js';
import { StrictCommand } from '../command/strict-command.js';

@SubCommand({
  name: 'witness',
  arguments: '<policy>',
  argsDescription: { policy: 'a file that names witnesses and their addresses (c2sp.org/tlog-policy)' },
  description:
    'Asks the witnesses of a policy to cosign the newest checkpoint of our log, and keeps their cosignatures. The ' +
    'command runs beside a service or without one. Exits with 1 if the quorum of the policy is not met.',
})
export class LogWitnessCommand extends StrictCommand {
  run([policy = '']: string[]): Promise<void> {
    return runIn(async () => (await import('./log-witness.js')).LogWitness, policy);
  }
}
