import { Module } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  PublishDefinitions,
  PublishDefinitionsHandler,
} from '../../runtime/definitions/publish-definitions.command.js';
import { CommandModule } from '../command/command.module.js';
import { planText } from './plan-text.js';

/** `definitions publish`. */
@Module({ imports: [CommandModule], providers: [PublishDefinitionsHandler] })
export class DefinitionsPublish {
  constructor(private readonly commands: CommandBus) {}

  async run(): Promise<void> {
    const plan = await this.commands.execute(new PublishDefinitions());
    console.log(plan ? planText(plan) : 'these definitions are served already, or nothing was evaluated yet');
  }
}
