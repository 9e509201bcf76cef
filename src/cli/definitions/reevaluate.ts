import { Module } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ExclusiveDatabase } from '../../runtime/database/exclusive-database.js';
import { Reevaluate, ReevaluateHandler } from '../../runtime/definitions/reevaluate.command.js';
import { CommandModule } from '../command/command.module.js';
import { planText } from './plan-text.js';

/** `reevaluate`. */
@Module({ imports: [CommandModule], providers: [ExclusiveDatabase, ReevaluateHandler] })
export class ReevaluateHistory {
  constructor(private readonly commands: CommandBus) {}

  async run(): Promise<void> {
    const plan = await this.commands.execute(new Reevaluate((one) => console.log(`${planText(one)}\n`)));
    console.log(plan ? `definition set ${plan.next} is served` : 'these definitions are served already');
  }
}
