import { Module } from '@nestjs/common';
import { LargeAnswers } from './large-answers.js';

/** One instance for all methods, because it limits the memory of the process. */
@Module({ providers: [LargeAnswers], exports: [LargeAnswers] })
export class LargeAnswersModule {}
